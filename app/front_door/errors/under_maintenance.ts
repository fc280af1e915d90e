import { clock } from '#app/foundation/clock'
import { Refusal } from '#app/foundation/refusal'

const SHORTEST_S = 5
/** Who waits longer than that may as well ask in between: it may be over sooner. */
const LONGEST_S = 3_600

/** Operators have closed the service for a while. */
export default class UnderMaintenance extends Refusal {
  static readonly kind = 'unavailable'
  static readonly code = 'unavailable'
  readonly retryAfter: number

  constructor(until: Date) {
    super('The service is being maintained: try again after the time that Retry-After says')
    const seconds = Math.ceil((until.getTime() - clock.now().getTime()) / 1_000)
    this.retryAfter = Math.min(LONGEST_S, Math.max(SHORTEST_S, seconds))
  }
}
