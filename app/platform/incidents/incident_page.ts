import type { HttpContext } from '@adonisjs/core/http'
import { INCIDENT_STATES, MAX_TEXT, type IncidentState } from '#app/monitoring/incidents/incident'
import type { ToldIncident } from '#app/monitoring/incidents/told_incident'
import { showPage } from '../page.js'
import { PART_WORDS, STATE_WORDS } from './incident_words.js'

export interface UpdateValues {
  state: IncidentState
  text: string
}

/** An incident with everything that was told of it; while it is open, with the form of the next update. */
export function showIncident(
  ctx: HttpContext,
  { id, title, parts, beganAt, resolvedAt, updates }: ToldIncident,
  values: UpdateValues = { state: updates[0]?.state ?? 'investigating', text: '' },
  fault?: string
): Promise<void> {
  const incident = {
    ...{ id, title, beganAt, isOpen: resolvedAt === null },
    parts: parts.map((part) => PART_WORDS[part]),
    updates: updates.map(({ state, text, at }) => ({ state: STATE_WORDS[state], text, at })),
  }
  const states = INCIDENT_STATES.map((key) => ({ key, name: STATE_WORDS[key] }))
  const state = { incident, states, values, errors: { text: fault }, maxText: MAX_TEXT }
  return showPage(ctx, 'incidents/show', state, fault ? 422 : 200)
}
