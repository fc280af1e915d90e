import { Refusal } from '#app/foundation/refusal'
import { adviceOn } from '../advice.js'
import type { Fault } from '../gate/rejection.js'

export default class MetadataRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'validation_failed'

  declare details: Fault

  constructor(fault: Fault) {
    const { expected, received } = fault
    const seen = [expected && `Expected: ${expected}.`, received && `Found: ${received}.`]
    super([`The metadata cannot be used. ${adviceOn(fault)}`, ...seen].filter(Boolean).join(' '))
    this.details = fault
  }
}
