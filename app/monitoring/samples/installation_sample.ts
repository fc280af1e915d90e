import { Installation } from '../figures/installation.js'
import { within } from '../within.js'
import { add, emptySample, raise, type Sample, type Values } from './sample.js'
import { WORKED, WORKED_PARTS } from './service_part.js'

const ANSWER_WITHIN_MS = 5_000

/**
 * What waits in the outboxes, and whether it waits for too long. Only a worker may ask. Where a database does not answer, work is not done
 * either: it counts as late.
 */
export async function installationSample(): Promise<Sample> {
  const asked = Promise.all([Installation.work(), Installation.waits(WORKED_PARTS)])
  const answers = await within(ANSWER_WITHIN_MS, asked).catch(() => null)
  if (!answers) return { totals: allLate(), peaks: {} }
  const [work, waits] = answers
  const { totals, peaks } = emptySample()
  for (const { kind, state, count, oldestSeconds } of work) {
    if (state !== 'due') continue
    add(peaks, `work.due.${kind}`, count)
    raise(peaks, `work.oldest.${kind}`, oldestSeconds)
  }
  for (const part of WORKED) {
    const longest = Math.max(
      0,
      ...waits.filter((one) => one.part === part).map((one) => one.seconds)
    )
    add(totals, `measured.${part}`, 1)
    if (longest > WORKED_PARTS[part].lateAfterS) add(totals, `late.${part}`, 1)
  }
  return { totals, peaks }
}

/** While nobody works, all that waits is late. */
export function allLate(): Values {
  const totals: Values = {}
  for (const part of WORKED) {
    add(totals, `measured.${part}`, 1)
    add(totals, `late.${part}`, 1)
  }
  return totals
}
