import { Refusal } from '#app/foundation/refusal'

export default class KeyWidened extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'key_widened'
  static readonly message =
    'This key was changed meanwhile, and may do more now than you may give a key'
}
