import { Counter } from '@prometheus-io/client'
import EnvelopeRefused from '#app/foundation/errors/envelope_refused'
import { figures, named } from '#app/foundation/figures/figures'
import { isMissing } from './missing_file.js'

const REASONS = ['outage', 'missing', 'damaged'] as const

/** Why the first bucket did not do. */
export type FallbackReason = (typeof REASONS)[number]

const reads = new Counter({
  ...figures,
  name: named('storage_fallback_reads_total'),
  help: 'Files asked of the copy in another region: why, and what came of it',
  labelNames: ['reason', 'outcome'],
})

// told from the start: an alert sees what rises, and one damaged file is read once
for (const reason of REASONS) reads.inc({ reason, outcome: 'served' }, 0)

/** Counts what came of reading a copy. */
export async function countFallback<T>(reason: FallbackReason, reading: Promise<T>): Promise<T> {
  try {
    const read = await reading
    reads.inc({ reason, outcome: 'served' })
    return read
  } catch (error) {
    reads.inc({ reason, outcome: outcomeOf(error) })
    throw error
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof EnvelopeRefused) return 'refused'
  return isMissing(error) ? 'missing' : 'away'
}
