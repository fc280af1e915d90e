import { Refusal } from '#app/foundation/refusal'

export default class NameTaken extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'uniqueness'

  /** @param attribute  as directories call it */
  constructor(attribute: string) {
    super(`Another resource has this ${attribute}`)
  }
}
