import { InputRefused } from '#app/foundation/input_refused'
import { spelled } from '#app/foundation/input_path'
import type { Refusal } from '#app/foundation/refusal'

interface Placed {
  param?: string
  details?: unknown
}

/** Where a refusal is, and what else there is to say of it, in the words of those who call: `signers[0].email`. */
export function placed(refusal: Refusal): Placed {
  const { path, details } = refusal
  const param = path && spelled(path)
  if (!(refusal instanceof InputRefused)) return { param, details }
  const faults = refusal.faults.map(({ path: at, ...fault }) => ({ param: spelled(at), ...fault }))
  return { param, details: faults }
}
