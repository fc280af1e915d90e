import { Refusal } from '#app/foundation/refusal'

export default class WebhookNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'webhook_not_found'
  static readonly message = 'No webhook endpoint has this id'
}
