import { Refusal } from '#app/foundation/refusal'

export default class RecipientGone extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'recipient_gone'
  static readonly message = 'This member or team is no longer here'
}
