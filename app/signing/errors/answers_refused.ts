import { Refusal } from '#app/foundation/refusal'

interface Fault {
  param: string
  code: string
  message: string
  limit?: number
}

/** What the signer filled in does not finish the document. */
export default class AnswersRefused extends Refusal {
  static status = 422
  static code = 'E_ANSWERS_REFUSED'
  static apiCode = 'validation_failed'

  constructor(faults: readonly Fault[]) {
    super(faults[0].message)
    this.param = faults[0].param
    this.details = faults
  }
}
