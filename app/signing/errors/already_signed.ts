import { Refusal } from '#app/foundation/refusal'

export default class AlreadySigned extends Refusal {
  static status = 409
  static code = 'E_ALREADY_SIGNED'
  static apiCode = 'document_state_conflict'
  static message = 'You have signed this document already'
}
