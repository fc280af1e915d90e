import type { InputPath } from './input_path.js'
import { Refusal } from './refusal.js'

/** What is wrong with one part of what a caller sent. `code` is for programs, the message for people. */
export interface InputFault {
  path: InputPath
  code: string
  message: string
  limit?: number
  characters?: string
}

/** Parts of what a caller sent do not fit: a surface spells where, as its callers write it. */
export abstract class InputRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'validation_failed'

  /** @param faults  at least one */
  constructor(readonly faults: readonly InputFault[]) {
    super(faults[0].message)
    this.path = faults[0].path
  }
}
