import { Refusal } from '#app/foundation/refusal'

export default class SigningOver extends Refusal {
  static status = 409
  static code = 'E_SIGNING_OVER'
  static apiCode = 'document_state_conflict'
  static message = 'This document can no longer be signed'
}
