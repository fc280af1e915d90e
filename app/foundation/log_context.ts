import { AsyncLocalStorage } from 'node:async_hooks'
import { Tracing } from './tracing/tracing.js'

/** Which request is being answered; nothing where none is. */
export const logContext = new AsyncLocalStorage<{ requestId: string }>()

/** What every line of the log says beside its own words. */
export function logMarks(): Record<string, string> {
  const { requestId } = logContext.getStore() ?? {}
  const traceId = Tracing.current?.traceId
  return { ...(requestId && { requestId }), ...(traceId && { traceId }) }
}
