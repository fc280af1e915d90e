import type { AnalyticsPeriod } from '#app/documents/analytics/analytics_period'
import type { OutcomeRow } from '#app/documents/analytics/analytics_statements'
import { csvLine } from '#app/foundation/csv_line'
import { FEWEST } from './duration_words.js'
import type { AnalyticsRows } from './read_analytics.js'

const HEADER = [
  ...['kind', 'name', 'from', 'until', 'sent', 'completed', 'declined', 'voided', 'expired'],
  ...['failed', 'medianSeconds', 'p90Seconds', 'invited', 'opened', 'agreed', 'signed'],
]
const NO_STEPS = [null, null, null, null]

/** As CSV, with a line for each period, template and sender, and one for all signers. */
export function analyticsFile(
  { before, from, until }: AnalyticsPeriod,
  { totals, groups, steps }: AnalyticsRows
): string {
  const days = (start: Date, end: Date) => [start.toISOString(), end.toISOString()]
  const now = days(from, until)
  const { invited, opened, agreed, signed, ...spread } = steps
  return [
    HEADER,
    ...totals.map((row) =>
      row.is_recent
        ? ['period', '', ...now, ...outcomes(row), ...NO_STEPS]
        : ['before', '', ...days(before, from), ...outcomes(row), ...NO_STEPS]
    ),
    ...groups.map((row) => [row.kind, row.name, ...now, ...outcomes(row), ...NO_STEPS]),
    [
      ...['signers', '', ...now, null, null, null, null, null, null],
      ...[...seconds(spread, signed), invited, opened, agreed, signed],
    ],
  ]
    .map(csvLine)
    .join('')
}

function outcomes(row: OutcomeRow) {
  const { sent, completed, declined, voided, expired, failed } = row
  return [...[sent, completed, declined, voided, expired, failed], ...seconds(row, completed)]
}

function seconds(
  {
    median_seconds: median,
    slow_seconds: slow,
  }: Pick<OutcomeRow, 'median_seconds' | 'slow_seconds'>,
  count: number
) {
  return [median, slow].map((value) =>
    value === null || count < FEWEST ? null : Math.round(value)
  )
}
