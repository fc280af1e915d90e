import { Refusal } from '#app/foundation/refusal'

export default class MoveRefused extends Refusal {
  static status = 409
  static code = 'E_MOVE_REFUSED'

  constructor(why: string) {
    super(`The tenant cannot be moved: ${why}`)
  }
}
