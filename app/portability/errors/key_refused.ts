import { Refusal } from '#app/foundation/refusal'

export default class KeyRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'key_refused'

  constructor(why: string) {
    super(`This key cannot be used: ${why}`)
  }
}
