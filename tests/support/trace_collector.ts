import { Receiver } from './receiver.js'

interface Attribute {
  key: string
  value: Record<string, string | number>
}

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code?: number }
}

export interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  service: string
  attributes: Record<string, string | number>
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

/** Takes in traces by OTLP over HTTP, as the collector of an operator does. */
export class TraceCollector {
  private constructor(private receiver: Receiver) {}

  static async open(): Promise<TraceCollector> {
    return new TraceCollector(await Receiver.open())
  }

  /** As OTEL_EXPORTER_OTLP_ENDPOINT names it. */
  get endpoint(): string {
    return new URL(this.receiver.url).origin
  }

  /** What was sent, word by word. */
  get text(): string {
    return this.receiver.calls.map(({ body }) => body).join('\n')
  }

  get paths(): string[] {
    return this.receiver.calls.map(({ path }) => path)
  }

  get spans(): CollectedSpan[] {
    return this.receiver.calls
      .flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans)
      .flatMap(({ resource, scopeSpans }) => {
        const service = String(valuesOf(resource.attributes)['service.name'])
        return scopeSpans
          .flatMap(({ spans }) => spans)
          .map((span) => ({ ...span, service, attributes: valuesOf(span.attributes) }))
      })
  }

  /** From a span up to the one that began it all. */
  lineOf(span: CollectedSpan): CollectedSpan[] {
    const parent = this.spans.find(({ spanId }) => spanId === span.parentSpanId)
    return parent ? [span, ...this.lineOf(parent)] : [span]
  }

  close(): Promise<void> {
    return this.receiver.close()
  }
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
