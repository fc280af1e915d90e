import { SpanStatusCode, TraceFlags, type Span as SdkSpan } from '@opentelemetry/api'
import { codeOf } from '#app/foundation/figures/figures'
import type { Span, SpanAttributes } from '#app/foundation/tracing/tracing'

/** Runs work in the name of a span. */
type Enter = <T>(span: OtlpSpan, work: () => T) => T

export class OtlpSpan implements Span {
  constructor(
    readonly sdk: SdkSpan,
    private enter: Enter
  ) {}

  get traceId(): string {
    return this.sdk.spanContext().traceId
  }

  get traceparent(): string | null {
    const { traceId, spanId, traceFlags } = this.sdk.spanContext()
    return traceFlags & TraceFlags.SAMPLED ? `00-${traceId}-${spanId}-01` : null
  }

  run<T>(work: () => T): T {
    return this.enter(this, work)
  }

  describe({ name, attributes }: { name?: string; attributes?: SpanAttributes }): void {
    if (name) this.sdk.updateName(name)
    if (attributes) this.sdk.setAttributes(attributes)
  }

  /** Of an error its code alone: messages may repeat what somebody typed. */
  end(error?: unknown): void {
    if (error !== undefined)
      this.sdk.setAttribute('error.type', codeOf(error)).setStatus({ code: SpanStatusCode.ERROR })
    this.sdk.end()
  }
}
