import { Refusal } from '#app/foundation/refusal'

const RETRY_AFTER_S = 5

/** Why nobody waits any longer for a connection: too many wait already, or one has waited for the longest time. */
export type Surplus = 'queue_full' | 'waited'

/** More is asked than the connections to the database can bear. Nothing was begun that would be half done. */
export default class Overloaded extends Refusal {
  static readonly kind = 'unavailable'
  static readonly code = 'unavailable'
  static readonly message =
    'More is being asked than can be answered at the moment: try again after the time that Retry-After says'

  readonly retryAfter = RETRY_AFTER_S

  constructor(readonly surplus: Surplus) {
    super()
  }
}
