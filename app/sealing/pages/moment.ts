const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** "21 Nov 2026", in UTC: a certificate is read anywhere. */
export function day(at: Date) {
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** "14:03:22 UTC" */
export function timeOfDay(at: Date) {
  return `${at.toISOString().slice(11, 19)} UTC`
}

export function moment(at: Date) {
  return `${day(at)}, ${timeOfDay(at)}`
}
