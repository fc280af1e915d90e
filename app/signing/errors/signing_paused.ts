import { Refusal } from '#app/foundation/refusal'

export default class SigningPaused extends Refusal {
  static status = 403
  static code = 'E_SIGNING_PAUSED'
  static apiCode = 'signing_paused'
  static message = 'Nothing can be signed here at the moment. Ask the sender, or come back later'
}
