import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LONGEST_WAIT_MS } from '#app/audit/checkpoints/settled_end'
import { trailWriters } from '#app/audit/checkpoints/trail_writers'
import { isMissing } from '#app/documents/files/storage/missing_file'
import { counted } from '#app/foundation/counted'
import { MINUTE_MS } from '#app/foundation/duration'
import { timeScale } from '#app/foundation/time_scale'
import { Cell } from '#app/tenancy/cell'
import { Installation } from '../figures/installation.js'
import { failed, ok, reasonOf, warning, type Finding } from './finding.js'

const CHECKPOINT_JOB = 'audit checkpoint'
/** It is taken every ten minutes. */
const CHECKPOINT_LATE_S = 30 * 60
const WAIT_FOR_COPIES =
  'Check CHECKPOINTS_DIR, its owner and its disk: until then copies and erasures wait, and follow by themselves.'
const DAY_SECONDS = 86_400
const YEAR_DAYS = 365
/** As for an authority below a root that is kept offline: time to announce another. */
const ENDS_SOON_DAYS = 60

/** Whether workers bind the trails, and a copy of that is kept elsewhere. @param folder  CHECKPOINTS_DIR */
export async function checkCheckpoints(folder: string | null): Promise<Finding[]> {
  const about = 'checkpoints'
  const ages = (await Installation.jobs()).filter(({ job }) => job === CHECKPOINT_JOB)
  const start = 'Start a worker, and see its log and the page "Stuck work" of the console.'
  const found: Finding[] = []
  for (const { cell, seconds } of ages) {
    const says = `looked for new entries ${counted(Math.round(seconds / 60), 'minute')} ago in ${cell}`
    const isLate = seconds > CHECKPOINT_LATE_S
    found.push(isLate ? failed(about, says, (await waitsFor(cell)) ?? start) : ok(about, says))
  }
  if (found.length === 0) found.push(warning(about, 'no worker has looked for entries yet', start))
  if (!folder)
    found.push(
      warning(
        about,
        'no copies are kept outside of the database',
        'Set CHECKPOINTS_DIR, best on another disk: who can change the database cannot then change the past, and a restore knows what was erased.'
      )
    )
  else
    found.push(
      ...(await copyFindings(
        folder,
        ages.map(({ cell }) => cell)
      ))
    )
  return found
}

/** Whether a small file can be written there, as a copy would be. Folders that are not there yet are made with the first copy. */
async function copyFindings(folder: string, cells: readonly string[]): Promise<Finding[]> {
  for (const place of ['', 'erasures', ...cells].map((name) => join(folder, name))) {
    const draft = join(place, `.doctor-${randomUUID()}`)
    try {
      await writeFile(draft, 'doctor', { flag: 'wx', flush: true })
    } catch (error) {
      if (isMissing(error)) continue
      const says = `nothing can be copied to ${place}: ${reasonOf(error)}`
      return [failed('checkpoints', says, WAIT_FOR_COPIES)]
    } finally {
      await rm(draft, { force: true }).catch(() => {})
    }
  }
  return []
}

/** What keeps a checkpoint waiting, where a transaction does. */
async function waitsFor(cell: string): Promise<string | null> {
  const writers = await trailWriters(Cell.named(cell))
  const longest = writers.find(({ ms }) => ms !== null && ms > timeScale.of(LONGEST_WAIT_MS))
  if (!longest) return null
  const { pid, ms } = longest
  return `Checkpoints wait for the end of a transaction that began to write to audit trails ${counted(Math.round(ms! / MINUTE_MS), 'minute')} ago: look up process ${pid} in pg_stat_activity of ${cell}, and what it waits for.`
}

/** Those that seals lead to. */
export async function checkAuthorities(): Promise<Finding[]> {
  const ends = await Installation.authorities()
  return ends.map(({ environment, seconds }) => {
    const days = seconds / DAY_SECONDS
    const about = `seal authority ${environment}`
    const flag = environment === 'test' ? ' --test' : ''
    const remedy = `Run seal:rotate --root${flag} and announce the fingerprint: what was sealed until then stays as it is.`
    if (seconds <= 0)
      return failed(about, 'has ended: documents that all have signed wait for their seal', remedy)
    const says = `ends in ${counted(Math.floor(days), 'day')}`
    if (days < ENDS_SOON_DAYS) return failed(about, says, remedy)
    return days < YEAR_DAYS ? warning(about, says, remedy) : ok(about, says)
  })
}
