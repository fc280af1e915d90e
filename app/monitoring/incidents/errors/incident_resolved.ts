import { Refusal } from '#app/foundation/refusal'

export default class IncidentResolved extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'incident_resolved'
  static readonly message = 'This incident is resolved: open a new one instead'
}
