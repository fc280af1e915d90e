import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.js'

/** Where nobody has said where they are. */
export const UTC = 'UTC'

const MAX_NAME = 64
const NAME = /^[A-Za-z0-9_+/-]+$/

/** As forms offer them: IANA's names, by continent, with UTC in front. */
export const TIME_ZONES: readonly string[] = [
  UTC,
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== UTC),
]

const offsets = new Map<string, Intl.DateTimeFormat>()

/** A name of IANA's, old ones included. Offsets are none: they do not know of summer. */
export function isTimeZone(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > MAX_NAME || !NAME.test(text)) return false
  if (/^[+-]/.test(text)) return false
  try {
    offsetFormat(text)
    return true
  } catch {
    return false
  }
}

/** When clocks in a zone next show a full hour of the day, more than a minute from now. Where summer time skips it, an hour later. */
export function nextHour(hour: number, zone: string, now: Date): Date {
  const earliest = now.getTime() + MINUTE_MS
  const local = new Date(earliest + offsetMs(zone, earliest))
  const today = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), hour)
  const days = [today, today + DAY_MS, today + 2 * DAY_MS].map((day) => instantOf(day, zone))
  return new Date(days.find((at) => at > earliest)!)
}

/** The instant at which clocks in a zone show what `local` says as if it were UTC. */
function instantOf(local: number, zone: string): number {
  const guess = local - offsetMs(zone, local)
  return local - offsetMs(zone, guess)
}

/** How far clocks of a zone are ahead of UTC at a moment. */
function offsetMs(zone: string, at: number): number {
  const parts = offsetFormat(zone).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?/.exec(name) ?? []
  if (!sign) return 0
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS
  return sign === '-' ? -ms : ms
}

/** @throws RangeError for a zone that nobody knows */
function offsetFormat(zone: string): Intl.DateTimeFormat {
  const known = offsets.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  offsets.set(zone, made)
  return made
}
