import { Refusal } from '#app/foundation/refusal'

export default class WebhookNotFound extends Refusal {
  static status = 404
  static code = 'E_WEBHOOK_NOT_FOUND'
  static apiCode = 'webhook_not_found'
  static message = 'No webhook endpoint has this id'
}
