import { Refusal } from '#app/foundation/refusal'

export default class LinkUsed extends Refusal {
  static readonly kind = 'gone'
  static readonly code = 'link_used'
  static readonly message = 'This link has been used or has expired'
}
