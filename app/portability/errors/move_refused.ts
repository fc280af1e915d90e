import { Refusal } from '#app/foundation/refusal'

export default class MoveRefused extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'move_refused'

  constructor(why: string) {
    super(`The tenant cannot be moved: ${why}`)
  }
}
