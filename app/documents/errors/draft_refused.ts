import { Refusal } from '#app/foundation/refusal'

export interface Fault {
  param: string
  code: string
  message: string
}

/** What was asked for is well-formed, but does not make a document. */
export default class DraftRefused extends Refusal {
  static status = 422
  static code = 'E_DRAFT_REFUSED'
  static apiCode = 'validation_failed'

  constructor(faults: readonly Fault[]) {
    super(faults[0].message)
    this.param = faults[0].param
    this.details = faults
  }
}
