import { Installation } from '../figures/installation.js'
import { failed, ok, warning, type Finding } from './finding.js'

const CHECKPOINT_JOB = 'audit checkpoint'
/** It is taken every ten minutes. */
const CHECKPOINT_LATE_S = 30 * 60
const DAY_SECONDS = 86_400
const YEAR_DAYS = 365

/** Whether workers bind the trails, and a copy of that is kept elsewhere. @param folder  CHECKPOINTS_DIR */
export async function checkCheckpoints(folder: string | null): Promise<Finding[]> {
  const about = 'checkpoints'
  const ages = (await Installation.jobs()).filter(({ job }) => job === CHECKPOINT_JOB)
  const start = 'Start a worker, and see its log and the page "Stuck work" of the console.'
  const found = ages.map(({ cell, seconds }) => {
    const says = `looked for new entries ${Math.round(seconds / 60)} minutes ago in ${cell}`
    return seconds > CHECKPOINT_LATE_S ? failed(about, says, start) : ok(about, says)
  })
  if (found.length === 0) found.push(warning(about, 'no worker has looked for entries yet', start))
  if (!folder)
    found.push(
      warning(
        about,
        'no copies are kept outside of the database',
        'Set CHECKPOINTS_DIR, best on another disk: who can change the database cannot then change the past, and a restore knows what was erased.'
      )
    )
  return found
}

/** Those that seals lead to. */
export async function checkAuthorities(): Promise<Finding[]> {
  const ends = await Installation.authorities()
  return ends.map(({ environment, seconds }) => {
    const days = seconds / DAY_SECONDS
    const about = `seal authority ${environment}`
    const says = `ends in ${Math.floor(days)} days`
    return days < YEAR_DAYS
      ? warning(
          about,
          says,
          'Run seal:rotate --root and announce the fingerprint: what was sealed until then stays as it is.'
        )
      : ok(about, says)
  })
}
