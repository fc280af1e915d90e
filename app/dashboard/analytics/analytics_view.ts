import type { AnalyticsRows } from '#app/documents/analytics/analytics'
import type { GroupRow, OutcomeRow, StepRow } from '#app/documents/analytics/analytics_statements'
import { FEWEST } from '#app/documents/analytics/figures'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { durationWithin, durationWords } from './duration_words.js'

const OUTCOMES = ['sent', 'completed', 'declined', 'voided', 'expired', 'failed'] as const

const STEPS = ['invited', 'opened', 'agreed', 'signed'] as const

/** What the page says; null while nothing was sent in the period. */
export function analyticsView(
  { totals, groups, steps, series }: AnalyticsRows,
  phrases: DashboardPhrasebook
) {
  const { t } = phrases
  const counted = (number: number) => number.toLocaleString(phrases.locale)
  const now = totals.find(({ is_recent: isRecent }) => isRecent)
  const before = totals.find(({ is_recent: isRecent }) => !isRecent)
  if (!now) return { isEmpty: true as const }
  const rows = (kind: string) => groups.filter((group) => group.kind === kind)
  const compared = (words: Words) => ({ now: words(now, phrases), before: words(before, phrases) })
  const views = (kind: string) => rows(kind).map((row) => groupView(row, counted, phrases))
  return {
    isEmpty: false as const,
    outcomes: OUTCOMES.map((key) => ({
      label: t(`analytics.${key}`),
      ...{ count: counted(now[key]), before: counted(before?.[key] ?? 0) },
    })),
    rates: [
      { label: t('analytics.completion_rate'), ...compared(rate) },
      { label: t('analytics.half_within'), ...compared(median) },
      { label: t('analytics.most_within'), ...compared(slow) },
    ],
    steps: STEPS.map((key) => ({
      label: t(`analytics.${key}`),
      ...{ count: counted(steps[key]), percent: percent(steps[key], steps.invited) },
    })),
    signing: signingWords(steps, phrases),
    series,
    tables: [
      {
        title: t('analytics.by_template'),
        of: t('analytics.template'),
        rows: views('template'),
        steps: { title: t('analytics.steps_by_template'), names: stepNames(phrases) },
      },
      {
        title: t('analytics.by_sender'),
        of: t('analytics.sender'),
        rows: views('sender'),
        steps: { title: t('analytics.steps_by_sender'), names: stepNames(phrases) },
      },
    ].filter((table) => table.rows.length > 0),
  }
}

type Words = (row: OutcomeRow | undefined, phrases: DashboardPhrasebook) => string

function signingWords(
  { median_seconds: half, slow_seconds: most, signed }: StepRow,
  phrases: DashboardPhrasebook
): string {
  if (signed < FEWEST || half === null || most === null)
    return phrases.t('analytics.too_few_signed')
  return phrases.t('analytics.signing_took', {
    half: durationWithin(half, phrases),
    most: durationWithin(most, phrases),
  })
}

function stepNames({ t }: DashboardPhrasebook): string[] {
  return STEPS.map((key) => t(`analytics.${key}`))
}

function groupView(
  row: GroupRow,
  counted: (number: number) => string,
  phrases: DashboardPhrasebook
) {
  const { name, sent, completed, declined } = row
  return {
    ...{ name, sent: counted(sent), completed: counted(completed), declined: counted(declined) },
    ...{ rate: rate(row, phrases), median: median(row, phrases) },
    steps: STEPS.map((key) => ({
      count: counted(row[key]),
      percent: phrases.percent(percent(row[key], row.invited)),
    })),
  }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100)
}

const rate: Words = (row, phrases) =>
  row ? phrases.percent(percent(row.completed, row.sent)) : phrases.t('analytics.too_few')

const median: Words = (row, phrases) =>
  durationWords(row?.median_seconds ?? null, row?.completed ?? 0, phrases)

const slow: Words = (row, phrases) =>
  durationWords(row?.slow_seconds ?? null, row?.completed ?? 0, phrases)
