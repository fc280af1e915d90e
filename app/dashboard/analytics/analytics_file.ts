import type { AnalyticsRows } from '#app/documents/analytics/analytics'
import type { AnalyticsPeriod } from '#app/documents/analytics/analytics_period'
import { outcomes, reached, type Outcomes } from '#app/documents/analytics/figures'
import { csvLine } from '#app/foundation/csv_line'

const COUNTS = ['sent', 'completed', 'declined', 'voided', 'expired', 'failed'] as const
const SPREAD = ['medianSeconds', 'p90Seconds'] as const
const STEPS = ['invited', 'opened', 'agreed', 'signed'] as const
const HEADER = ['kind', 'name', 'from', 'until', ...COUNTS, ...SPREAD, ...STEPS]

type Cells = (string | number | null)[]

const none = (columns: readonly unknown[]): Cells => columns.map(() => null)

/** As CSV, with a line for each period, template, sender, and day or week, and one for all signers. */
export function analyticsFile(
  { before, from, until, span }: AnalyticsPeriod,
  { totals, groups, steps, series }: AnalyticsRows
): string {
  const days = (start: Date, end: Date) => [start.toISOString(), end.toISOString()]
  const now = days(from, until)
  const signers = reached(steps)
  return [
    HEADER,
    ...totals.map((row) =>
      row.is_recent
        ? ['period', '', ...now, ...cells(outcomes(row))]
        : ['before', '', ...days(before, from), ...cells(outcomes(row))]
    ),
    ...groups.map((row) => [
      ...[row.kind, row.name, ...now],
      ...cells(
        outcomes(row),
        STEPS.map((step) => row[step])
      ),
    ]),
    [
      ...['signers', '', ...now, ...none(COUNTS)],
      ...[...SPREAD, ...STEPS].map((name) => signers[name]),
    ],
    ...series.map(({ day, sent, completed }) => [
      ...[span, '', day, null, sent, completed],
      ...none(COUNTS.slice(2)),
      ...[...none(SPREAD), ...none(STEPS)],
    ]),
  ]
    .map(csvLine)
    .join('')
}

function cells(figures: Outcomes, steps: Cells = none(STEPS)): Cells {
  return [...[...COUNTS, ...SPREAD].map((name) => figures[name]), ...steps]
}
