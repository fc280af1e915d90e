import { FEWEST } from '#app/documents/analytics/figures'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long something took that was seen `count` times: “3 days”, “1.5 hours”. */
export function durationWords(
  seconds: number | null,
  count: number,
  phrases: DashboardPhrasebook
): string {
  if (seconds === null || count < FEWEST) return phrases.t('analytics.too_few')
  return lengthWords(seconds, phrases) ?? phrases.t('analytics.under_minute')
}

/** The same within a sentence. */
export function durationWithin(seconds: number, phrases: DashboardPhrasebook): string {
  return lengthWords(seconds, phrases) ?? phrases.t('analytics.under_minute_within')
}

/** Null for less than a minute. */
function lengthWords(seconds: number, { t }: DashboardPhrasebook): string | null {
  const unit = UNITS.find(([, each]) => seconds >= each)
  if (!unit) return null
  const [name, length] = unit
  return t(`analytics.length_${name}`, { count: Math.round((seconds / length) * 10) / 10 })
}
