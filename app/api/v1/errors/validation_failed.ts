import { Refusal } from '#app/foundation/refusal'

export interface Fault {
  param: string
  code: string
  message: string
}

export default class ValidationFailed extends Refusal {
  static status = 422
  static code = 'E_VALIDATION_FAILED'
  static apiCode = 'validation_failed'

  /** @param faults  at least one */
  constructor(faults: readonly Fault[]) {
    super(faults[0].message)
    this.param = faults[0].param
    this.details = faults
  }
}
