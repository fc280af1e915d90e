import type { AnalyticsRows } from '#app/documents/analytics/analytics'
import type { OutcomeRow, StepRow } from '#app/documents/analytics/analytics_statements'
import { FEWEST } from '#app/documents/analytics/figures'
import { TOO_FEW, durationWords } from './duration_words.js'

const OUTCOMES = [
  ['Sent', 'sent'],
  ['Completed', 'completed'],
  ['Declined', 'declined'],
  ['Voided', 'voided'],
  ['Expired', 'expired'],
  ['Could not be sealed', 'failed'],
] as const

const STEPS = [
  ['Invited', 'invited'],
  ['Opened', 'opened'],
  ['Agreed', 'agreed'],
  ['Signed', 'signed'],
] as const

/** What the page says; null while nothing was sent in the period. */
export function analyticsView({ totals, groups, steps, series }: AnalyticsRows) {
  const now = totals.find(({ is_recent: isRecent }) => isRecent)
  const before = totals.find(({ is_recent: isRecent }) => !isRecent)
  if (!now) return { isEmpty: true as const }
  const rows = (kind: string) => groups.filter((group) => group.kind === kind)
  return {
    isEmpty: false as const,
    outcomes: OUTCOMES.map(([label, key]) => ({
      ...{ label, count: counted(now[key]), before: counted(before?.[key] ?? 0) },
    })),
    rates: [
      { label: 'Completion rate', now: rate(now), before: rate(before) },
      { label: 'Half took no longer than', now: median(now), before: median(before) },
      { label: 'Nine in ten took no longer than', now: slow(now), before: slow(before) },
    ],
    steps: STEPS.map(([label, key]) => ({
      ...{ label, count: counted(steps[key]), percent: percent(steps[key], steps.invited) },
    })),
    signing: signingWords(steps),
    series,
    tables: [
      { title: 'By template', of: 'Template', rows: rows('template').map(groupView) },
      { title: 'By sender', of: 'Sender', rows: rows('sender').map(groupView) },
    ].filter((table) => table.rows.length > 0),
  }
}

function signingWords({ median_seconds: half, slow_seconds: most, signed }: StepRow): string {
  if (signed < FEWEST) return 'Too few have signed to say how long it takes.'
  const [typical, longest] = [half, most].map((seconds) =>
    durationWords(seconds, signed).toLowerCase()
  )
  return `Half of those who signed took ${typical} or less, nine in ten ${longest} or less.`
}

function groupView(row: OutcomeRow & { name: string | null }) {
  const { name, sent, completed, declined } = row
  return {
    ...{ name, sent: counted(sent), completed: counted(completed), declined: counted(declined) },
    ...{ rate: rate(row), median: median(row) },
  }
}

function counted(number: number): string {
  return number.toLocaleString('en')
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100)
}

function rate(row: OutcomeRow | undefined): string {
  return row ? `${percent(row.completed, row.sent)}%` : TOO_FEW
}

function median(row: OutcomeRow | undefined): string {
  return durationWords(row?.median_seconds ?? null, row?.completed ?? 0)
}

function slow(row: OutcomeRow | undefined): string {
  return durationWords(row?.slow_seconds ?? null, row?.completed ?? 0)
}
