import { Refusal } from '#app/foundation/refusal'

export default class LiveKeyRequired extends Refusal {
  static status = 403
  static code = 'E_LIVE_KEY_REQUIRED'
  static apiCode = 'live_key_required'
  static message = 'This operation exists for live keys only'
}
