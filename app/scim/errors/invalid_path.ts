import { Refusal } from '#app/foundation/refusal'

export default class InvalidPath extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'invalid_path'
}
