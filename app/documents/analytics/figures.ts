import type { OutcomeRow, ReachedRow, StepRow } from './analytics_statements.js'

/** Of fewer, a median says more about one person than about all. */
export const FEWEST = 5

/** What became of documents, as programs read it: pages, files and the API say the same. */
export interface Outcomes {
  sent: number
  completed: number
  declined: number
  voided: number
  expired: number
  failed: number
  /** From the sending to the seal; null where too few were completed to say. */
  medianSeconds: number | null
  p90Seconds: number | null
}

const NONE = { sent: 0, completed: 0, declined: 0, voided: 0, expired: 0, failed: 0 }

/** @param row  undefined for a time in which nothing was sent */
export function outcomes(row: OutcomeRow | undefined): Outcomes {
  if (!row) return { ...NONE, medianSeconds: null, p90Seconds: null }
  const { sent, completed, declined, voided, expired, failed } = row
  return { sent, completed, declined, voided, expired, failed, ...spread(row, completed) }
}

/** How far signers came; the seconds are from the invitation to the signature. */
export function reached({ invited, opened, agreed, signed, ...row }: StepRow) {
  return { invited, opened, agreed, signed, ...spread(row, signed) }
}

/** Of a group: how far its signers came, without the time it took them. */
export function steps({ invited, opened, agreed, signed }: ReachedRow): ReachedRow {
  return { invited, opened, agreed, signed }
}

function spread(
  {
    median_seconds: median,
    slow_seconds: slow,
  }: Pick<OutcomeRow, 'median_seconds' | 'slow_seconds'>,
  count: number
) {
  const seconds = (value: number | null) =>
    value === null || count < FEWEST ? null : Math.round(value)
  return { medianSeconds: seconds(median), p90Seconds: seconds(slow) }
}
