import { Refusal } from '#app/foundation/refusal'

export default class NoTarget extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'no_target'

  constructor(path: string) {
    super(`Nothing is selected by ${path}`)
  }
}
