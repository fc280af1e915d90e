import type { Impact, IncidentState } from '#app/monitoring/incidents/incident'
import type { ServicePart } from '#app/monitoring/samples/service_part'

/** As operators read them; customers read phrases in their own language. */
export const PART_WORDS: Record<ServicePart, string> = {
  signing: 'Signing pages',
  api: 'API',
  mail: 'Email',
  deliveries: 'Webhooks',
  sealing: 'Sealing',
}

export const IMPACT_WORDS: Record<Impact, string> = {
  disturbed: 'Disrupted: part of it fails or is slow',
  down: 'Not working',
}

export const STATE_WORDS: Record<IncidentState, string> = {
  investigating: 'Investigating',
  identified: 'Cause found',
  monitoring: 'Fixed, being watched',
  resolved: 'Resolved',
}
