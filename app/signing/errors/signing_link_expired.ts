import { Refusal } from '#app/foundation/refusal'

export default class SigningLinkExpired extends Refusal {
  static status = 410
  static code = 'E_SIGNING_LINK_EXPIRED'
  static apiCode = 'signing_link_expired'
  static message = 'The time to sign this document is over'
}
