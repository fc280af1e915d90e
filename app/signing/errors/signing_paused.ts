import { Refusal } from '#app/foundation/refusal'

export default class SigningPaused extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'signing_paused'
  static readonly message = 'You cannot sign here at the moment. Ask the sender, or come back later'
}
