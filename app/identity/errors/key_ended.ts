import { Refusal } from '#app/foundation/refusal'

export default class KeyEnded extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'key_ended'
  static readonly message = 'This key was revoked or replaced, or has expired'
}
