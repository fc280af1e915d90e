/** Words and numbers of our own code alone: no name, address, token, text, or path that could hold one. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanOrder {
  name: string
  /** `internal` where it is not said. */
  kind?: 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
  /** What a piece of work brought along (W3C Trace Context); without it a span belongs to the one around it. */
  parent?: string | null
}

/** One step of a trace, from its beginning until `end`. */
export interface Span {
  readonly traceId: string
  /** For what goes on elsewhere; null where this trace is not among those that are kept. */
  readonly traceparent: string | null
  /** What is begun by the work belongs to this span. */
  run<T>(work: () => T): T
  describe(more: { name?: string; attributes?: SpanAttributes }): void
  end(error?: unknown): void
}

/** What tells spans to somebody; loaded where an operator asked for it, and nowhere else. */
export interface Tracer {
  readonly current: Span | undefined
  begin(order: SpanOrder): Span
  /** Sends what it still has. */
  close(): Promise<void>
}

let tracer: Tracer | undefined

/** Traces of requests and of the work that they leave. Off unless `use` was called: then nothing here costs more than a look. */
export const Tracing = {
  use(chosen: Tracer): void {
    tracer = chosen
  },

  get isOn(): boolean {
    return tracer !== undefined
  },

  get current(): Span | undefined {
    return tracer?.current
  },

  begin(order: SpanOrder): Span | undefined {
    return tracer?.begin(order)
  },

  /** A span around one step. It ends with it, and fails with it. */
  async span<T>(order: SpanOrder, work: () => Promise<T>): Promise<T> {
    if (!tracer) return work()
    const span = tracer.begin(order)
    try {
      const result = await span.run(work)
      span.end()
      return result
    } catch (error) {
      span.end(error)
      throw error
    }
  },

  async close(): Promise<void> {
    await tracer?.close()
    tracer = undefined
  },
}
