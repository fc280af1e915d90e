import { Refusal } from '#app/foundation/refusal'

export default class ReportDecided extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'report_decided'
  static readonly message = 'This report has already been decided otherwise'
}
