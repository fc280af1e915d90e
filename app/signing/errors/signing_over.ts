import { Refusal } from '#app/foundation/refusal'

export default class SigningOver extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'
  static readonly message = 'This document can no longer be signed'
}
