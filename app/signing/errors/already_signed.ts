import { Refusal } from '#app/foundation/refusal'

export default class AlreadySigned extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'
  static readonly message = 'You have already signed this document'
}
