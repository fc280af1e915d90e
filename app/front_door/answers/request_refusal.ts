import { Refusal } from '#app/foundation/refusal'

/** A request that HTTP itself has a word for: only surfaces refuse it, so it names its status. */
export abstract class RequestRefusal extends Refusal {
  static readonly kind = 'invalid'
  declare static readonly status: number

  get status(): number {
    return (this.constructor as typeof RequestRefusal).status
  }
}
