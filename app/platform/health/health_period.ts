import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/foundation/duration'

/** How far back the page looks, and how long a step of its charts is. */
export interface HealthPeriod {
  key: string
  label: string
  ms: number
  stepMs: number
  /** After "per". */
  step: string
}

export const PERIODS: readonly HealthPeriod[] = [
  { key: '3h', label: '3 hours', ms: 3 * HOUR_MS, stepMs: 5 * MINUTE_MS, step: '5 minutes' },
  { key: '24h', label: '24 hours', ms: DAY_MS, stepMs: 30 * MINUTE_MS, step: '30 minutes' },
  { key: '7d', label: '7 days', ms: 7 * DAY_MS, stepMs: 4 * HOUR_MS, step: '4 hours' },
  { key: '90d', label: '90 days', ms: 90 * DAY_MS, stepMs: 2 * DAY_MS, step: '2 days' },
]

const [, USUAL] = PERIODS

export function periodOf(key: unknown): HealthPeriod {
  return PERIODS.find((period) => period.key === key) ?? USUAL
}
