import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'

const MOST_YEARS = 10
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days', days: 30 },
  { value: '90', label: 'In 90 days', days: 90 },
  { value: '365', label: 'In 365 days', days: 365 },
  { value: 'date', label: 'On a specific day' },
] as const

interface Expiry {
  at: Date | null
  fault?: { place: 'expires' | 'expiresOn'; text: string }
}

/** When a key ends, from what was chosen; a day is meant to its end, in UTC. */
export function chosenExpiry(expires: string, expiresOn: string): Expiry {
  const chosen = EXPIRIES.find(({ value }) => value === expires)
  if (!chosen)
    return { at: null, fault: { place: 'expires', text: 'Choose when the key expires.' } }
  if (chosen.value === 'never') return { at: null }
  const now = clock.now()
  if ('days' in chosen) return { at: new Date(now.getTime() + chosen.days * DAY_MS) }
  return onDay(expiresOn, now)
}

function onDay(day: string, now: Date): Expiry {
  const at = new Date(`${day}T23:59:59.999Z`)
  const fault = (text: string): Expiry => ({ at: null, fault: { place: 'expiresOn', text } })
  // a 31st of February would become a day in March
  if (!DAY.test(day) || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day))
    return fault('Give a day.')
  if (at <= now) return fault('This day is in the past.')
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + MOST_YEARS)
  return at > latest ? fault(`Choose a day within ${String(MOST_YEARS)} years.`) : { at }
}
