export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const UNITS = [
  ['day', 'a', DAY_MS],
  ['hour', 'an', HOUR_MS],
  ['minute', 'a', MINUTE_MS],
] as const

/** In the largest unit that it is whole in: "an hour", "90 minutes". @throws RangeError below a minute */
export function inWords(ms: number): string {
  const unit = UNITS.find(([, , length]) => ms >= length && ms % length === 0)
  if (!unit) throw new RangeError(`${ms} ms are no whole minutes`)
  const [name, article, length] = unit
  return ms === length ? `${article} ${name}` : `${ms / length} ${name}s`
}

/** After "the last": "hour", "90 minutes". */
export function span(ms: number): string {
  return inWords(ms).replace(/^an? /, '')
}
