import { Refusal } from '#app/foundation/refusal'

export default class PlanRequestDecided extends Refusal {
  static status = 409
  static code = 'E_PLAN_REQUEST_DECIDED'
  static apiCode = 'plan_request_decided'
  static message = 'This request was decided or withdrawn already'
}
