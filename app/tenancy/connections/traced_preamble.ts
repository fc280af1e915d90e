import { Tracing } from '#app/foundation/tracing/tracing'
import { ControlStatement } from './control_statement.js'

/** What work is left by this transaction is told to which trace it belongs, by the default of its column. Hexadecimal digits alone are put into the text. */
export function traced(preamble: ControlStatement): ControlStatement {
  const traceparent = Tracing.current?.traceparent
  if (!traceparent) return preamble
  const begin = `BEGIN;SET LOCAL countersign.traceparent='${traceparent}'`
  return new ControlStatement(preamble.text.replace(/^BEGIN/, begin), preamble.role)
}
