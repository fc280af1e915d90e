import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

const MOST_YEARS = 10
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const EXPIRIES = [
  { value: 'never' },
  { value: '30', days: 30 },
  { value: '90', days: 90 },
  { value: '365', days: 365 },
  { value: 'date' },
] as const

interface Expiry {
  at: Date | null
  fault?: { place: 'expires' | 'expiresOn'; text: string }
}

/** When a key ends, from what was chosen; a day is meant to its end, in UTC. */
export function chosenExpiry(
  expires: string,
  expiresOn: string,
  phrases: DashboardPhrasebook
): Expiry {
  const chosen = EXPIRIES.find(({ value }) => value === expires)
  if (!chosen) return { at: null, fault: { place: 'expires', text: phrases.t('keys.no_expiry') } }
  if (chosen.value === 'never') return { at: null }
  const now = clock.now()
  if ('days' in chosen) return { at: new Date(now.getTime() + chosen.days * DAY_MS) }
  return onDay(expiresOn, now, phrases)
}

function onDay(day: string, now: Date, { t }: DashboardPhrasebook): Expiry {
  const at = new Date(`${day}T23:59:59.999Z`)
  const fault = (text: string): Expiry => ({ at: null, fault: { place: 'expiresOn', text } })
  // a 31st of February would become a day in March
  if (!DAY.test(day) || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day))
    return fault(t('keys.no_day'))
  if (at <= now) return fault(t('keys.past_day'))
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + MOST_YEARS)
  return at > latest ? fault(t('keys.far_day', { years: MOST_YEARS })) : { at }
}
