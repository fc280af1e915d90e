import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'

/** How many days back analytics look; they compare them with as many days before. */
export const ANALYTICS_DAYS = [30, 90, 365] as const

/** What a curve counts by, in UTC: a year of days would be a scribble. */
const SPANS = { 30: 'day', 90: 'week', 365: 'week' } as const

export type AnalyticsDays = (typeof ANALYTICS_DAYS)[number]

export interface AnalyticsPeriod {
  days: AnalyticsDays
  span: 'day' | 'week'
  /** Where the period before begins, and ends. */
  before: Date
  from: Date
  until: Date
}

/** From what an address says; what makes no sense there is the shortest one. */
export function analyticsPeriod(asked: unknown, now: Date = clock.now()): AnalyticsPeriod {
  const days = ANALYTICS_DAYS.find((each) => String(each) === asked) ?? ANALYTICS_DAYS[0]
  const back = (count: number) => new Date(now.getTime() - count * days * DAY_MS)
  return { days, span: SPANS[days], before: back(2), from: back(1), until: now }
}
