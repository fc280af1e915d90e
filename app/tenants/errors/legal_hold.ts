import { Refusal } from '#app/foundation/refusal'

export default class LegalHold extends Refusal {
  static status = 409
  static code = 'E_LEGAL_HOLD'
  static apiCode = 'legal_hold'

  constructor() {
    super('The account is under a legal hold: nothing in it can be erased until the hold is lifted')
  }
}
