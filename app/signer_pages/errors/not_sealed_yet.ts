import { Refusal } from '#app/foundation/refusal'

export default class NotSealedYet extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'
  static readonly message = 'The document can be downloaded once everyone has signed'
}
