import { Refusal } from '#app/foundation/refusal'

export default class LegalHold extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'legal_hold'

  constructor() {
    super('The account is under a legal hold: nothing in it can be erased until the hold is lifted')
  }
}
