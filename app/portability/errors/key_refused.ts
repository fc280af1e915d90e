import { Refusal } from '#app/foundation/refusal'

export default class KeyRefused extends Refusal {
  static status = 422
  static code = 'E_KEY_REFUSED'

  constructor(why: string) {
    super(`The key does not do: ${why}`)
  }
}
