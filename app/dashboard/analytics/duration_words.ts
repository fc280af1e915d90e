import { FEWEST } from '#app/documents/analytics/figures'

export const TOO_FEW = 'Too few to say'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long something took that was seen `count` times: “3 days”, “1.5 hours”. */
export function durationWords(seconds: number | null, count: number): string {
  if (seconds === null || count < FEWEST) return TOO_FEW
  const [name, length] = UNITS.find(([, each]) => seconds >= each) ?? UNITS[2]
  if (seconds < length) return 'Less than a minute'
  const number = Math.round((seconds / length) * 10) / 10
  return `${number.toLocaleString('en')} ${name}${number === 1 ? '' : 's'}`
}
