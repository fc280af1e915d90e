import { Refusal } from '#app/foundation/refusal'

export default class EndpointNotEnabled extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'webhook_disabled'
  static readonly message = 'The webhook endpoint is disabled: enable it first'
}
