import { Installation } from '../figures/installation.js'
import { failed, ok, type Finding } from './finding.js'

/** What was erased for longer is not going on: rows, files and keys are gone within minutes, and its work is tried every ten minutes. */
const LONGEST_ERASURE_S = 86_400

/** Tenants of whom not all may be gone, and for whom there is no certificate. */
export async function checkErasures(): Promise<Finding[]> {
  const about = 'erasures'
  const begun = await Installation.unfinishedErasures(LONGEST_ERASURE_S)
  if (begun.length === 0) return [ok(about, 'all that were begun are finished')]
  return [
    failed(
      about,
      `not finished a day after they began: ${begun.join(', ')}`,
      `Run npm run ace -- tenant:erase ${begun[0]} --resume, which goes on where it ended or says what is in the way.`
    ),
  ]
}
