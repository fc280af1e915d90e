import { ROOT_CONTEXT, TraceFlags, trace, type Context } from '@opentelemetry/api'

const SHAPE = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/

/** Where a span belongs that another process began, as W3C Trace Context writes it; to none where it is written in another way. */
export function remoteContext(traceparent: string): Context {
  const found = SHAPE.exec(traceparent)
  if (!found) return ROOT_CONTEXT
  const [, traceId, spanId] = found
  const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}
