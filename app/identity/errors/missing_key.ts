import { Refusal } from '#app/foundation/refusal'

export default class MissingKey extends Refusal {
  static readonly kind = 'unauthenticated'
  static readonly code = 'missing_key'
  static readonly message = 'Send your API key in the header "Authorization: Bearer <API_KEY>"'
}
