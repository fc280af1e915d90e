import { Refusal } from '#app/foundation/refusal'

export default class LiveKeyRequired extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'live_key_required'
  static readonly message = 'This operation exists for live keys only'
}
