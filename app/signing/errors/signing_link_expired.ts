import { Refusal } from '#app/foundation/refusal'

export default class SigningLinkExpired extends Refusal {
  static readonly kind = 'gone'
  static readonly code = 'signing_link_expired'
  static readonly message = 'The time to sign this document is over'
}
