import type { HistoryStep } from '#app/monitoring/samples/health_history'
import type { Sample } from '#app/monitoring/samples/sample'
import type { HealthPeriod } from './health_period.js'

/** What a chart is about: all figures whose names begin with a prefix. */
interface ChartKind {
  id: string
  title: string
  text: (step: string) => string
  of: keyof Sample
  prefix: string
}

export interface Chart {
  id: string
  title: string
  text: string
  series: { label: string; tone: string }[]
  /** For each step one value of each series; null where nothing was measured. */
  rows: { at: Date; values: (number | null)[] }[]
}

const KINDS: readonly ChartKind[] = [
  {
    ...{ id: 'requests', title: 'Requests', of: 'totals', prefix: 'requests.' },
    text: (step) => `By class of the answer, per ${step}.`,
  },
  {
    ...{ id: 'loop', title: 'Event-loop lag', of: 'peaks', prefix: 'loop.' },
    text: () => 'Milliseconds that 99 % of turns stay below, in the slowest process.',
  },
  {
    ...{ id: 'pools', title: 'Waits for the database', of: 'totals', prefix: 'pool.' },
    text: (step) => `Statements that waited more than 50 ms for a connection, per ${step}.`,
  },
  {
    ...{ id: 'shed', title: 'Requests turned away', of: 'totals', prefix: 'shed.' },
    text: (step) => `Answered 503 because connections were short, per ${step}.`,
  },
  {
    ...{ id: 'depth', title: 'Work that waits', of: 'peaks', prefix: 'work.due.' },
    text: () => 'Most pieces of work that were due and not begun, by kind.',
  },
  {
    ...{ id: 'oldest', title: 'Oldest waiting work', of: 'peaks', prefix: 'work.oldest.' },
    text: () => 'Seconds that the longest due work waited, by kind.',
  },
  {
    ...{ id: 'deliveries', title: 'Webhooks', of: 'totals', prefix: 'attempts.' },
    text: (step) => `Attempts by outcome, per ${step}. Pending ones are repeated.`,
  },
  {
    ...{ id: 'mails', title: 'Mails', of: 'totals', prefix: 'mails.' },
    text: (step) => `Offered to a mail server, by outcome, per ${step}.`,
  },
  {
    ...{ id: 'seals', title: 'Seals', of: 'totals', prefix: 'seals.' },
    text: (step) => `Documents sealed, and why others were not, per ${step}.`,
  },
  {
    ...{ id: 'intake', title: 'Uploaded files', of: 'totals', prefix: 'intake.' },
    text: (step) => `Accepted, and refused by reason, per ${step}.`,
  },
]

/** More lines than these tell nobody anything; the smallest are left out of the chart. */
const MOST_SERIES = 6

const TONES: Readonly<Record<string, string>> = {
  '2xx': 'success',
  '3xx': 'info',
  '4xx': 'warning',
  '5xx': 'danger',
  'delivered': 'success',
  'accepted': 'success',
  'sealed': 'success',
  'pending': 'warning',
  'put_off': 'warning',
  'failed': 'violet',
  'exhausted': 'danger',
  'given_up': 'danger',
}
const OTHER_TONES = ['info', 'violet', 'warning', 'ink-soft', 'danger', 'success']

export function charts(history: readonly HistoryStep[], period: HealthPeriod, now: Date): Chart[] {
  const known = new Map(history.map((step) => [step.at.getTime(), step]))
  const times = timesOf(period, now)
  return KINDS.map(({ id, title, text, of, prefix }) => {
    const names = largest(history, of, prefix)
    return {
      ...{ id, title, text: text(period.step) },
      series: names.map((name, index) => seriesOf(name.slice(prefix.length), index)),
      rows: times.map((at) => {
        const step = known.get(at)
        return {
          at: new Date(at),
          values: names.map((name) => (step ? (step[of][name] ?? 0) : null)),
        }
      }),
    }
  })
}

/** As PostgreSQL's `date_bin` begins them. */
function timesOf({ ms, stepMs }: HealthPeriod, now: Date): number[] {
  const first = Math.floor((now.getTime() - ms) / stepMs) * stepMs
  const count = Math.floor((now.getTime() - first) / stepMs) + 1
  return Array.from({ length: count }, (_, index) => first + index * stepMs)
}

function largest(history: readonly HistoryStep[], of: keyof Sample, prefix: string): string[] {
  const sizes = new Map<string, number>()
  for (const step of history)
    for (const [name, value] of Object.entries(step[of]))
      if (name.startsWith(prefix)) sizes.set(name, (sizes.get(name) ?? 0) + value)
  const all = [...sizes].sort(([, one], [, other]) => other - one).slice(0, MOST_SERIES)
  return all.map(([name]) => name).sort()
}

function seriesOf(word: string, index: number) {
  return {
    label: word.replaceAll('_', ' '),
    tone: TONES[word] ?? OTHER_TONES[index % OTHER_TONES.length],
  }
}
