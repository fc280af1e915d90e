import { Refusal } from '#app/foundation/refusal'

export default class EndpointNotEnabled extends Refusal {
  static status = 409
  static code = 'E_ENDPOINT_NOT_ENABLED'
  static apiCode = 'webhook_disabled'
  static message = 'The webhook endpoint is disabled: enable it first'
}
