import { Refusal } from '#app/foundation/refusal'

export default class PlanRequestDecided extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'plan_request_decided'
  static readonly message = 'This request has already been decided or withdrawn'
}
