import { Refusal } from '#app/foundation/refusal'

export default class SeatLimitExceeded extends Refusal {
  static readonly kind = 'beyond_plan'
  static readonly code = 'quota_exceeded'

  constructor(plan: string, limit: number, used: number) {
    const members = limit === 1 ? 'one member' : `${limit} members`
    super(`Your plan includes ${members}, and every seat is taken`)
    this.details = { plan, limit, used, resetsAt: null }
    this.wording = { values: { limit } }
  }
}
