import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { copiesIn, type BackupCopy } from './backup_copies.js'
import { UNFINISHED, type BackupPlaces } from './backup_places.js'
import { BackupRecord } from './backup_record.js'
import { MANIFEST } from './manifest.js'

/** The folders that backups lie in. */
interface Asked extends BackupPlaces {
  /** So many of the newest that were verified stay, with all that are newer; null where only the day decides. */
  keep: number | null
}

interface Pruned {
  removed: string[]
  /** Their day has come, but no newer backup was verified. */
  overdue: BackupCopy[]
}

/** Backups whose day has come, and those that enough newer ones have taken the place of. */
export const ExpiredBackups = {
  /** The newest that was verified stays in any case, and where none was, all stay. @throws where a folder cannot be read or removed */
  async remove({ folder, keys, keep }: Asked): Promise<Pruned> {
    const data = await copiesIn(folder, 'countersign.backup/1')
    const ofKeys = keys === null ? null : await copiesIn(keys, 'countersign.backup-keys/1')
    const verified = await verifiedOf(data, ofKeys)
    const oldestKept = keep === null ? undefined : verified[keep - 1]
    const today = clock.now().toISOString().slice(0, 10)
    const pruned: Pruned = { removed: [], overdue: [] }
    for (const copy of [...(ofKeys ?? []), ...data]) {
      const hasEnded = copy.endsOn <= today
      const isOlder = oldestKept !== undefined && copy.takenAt < oldestKept.takenAt
      const isSpared = verified.length === 0 || copy.id === verified[0].id
      if (hasEnded && isSpared) pruned.overdue.push(copy)
      if ((!hasEnded && !isOlder) || isSpared) continue
      await remove(copy.path)
      pruned.removed.push(copy.path)
    }
    return pruned
  },
}

/** Of the whole ones, whose keys are there, the newest first. */
async function verifiedOf(
  data: readonly BackupCopy[],
  ofKeys: readonly BackupCopy[] | null
): Promise<BackupCopy[]> {
  const opened = ofKeys && new Set(finished(ofKeys).map(({ id }) => id))
  const whole = finished(data).filter(({ id }) => !opened || opened.has(id))
  const backups = new Map(whole.map((copy) => [copy.id, copy]))
  const verified = await BackupRecord.verifiedAmong([...backups.keys()])
  return [...backups.values()]
    .filter(({ id }) => verified.has(id))
    .sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
}

function finished(copies: readonly BackupCopy[]): BackupCopy[] {
  return copies.filter(({ path }) => !path.endsWith(UNFINISHED))
}

/** What is half removed has not the name of a backup, and keeps its manifest to the last: the next run finds it by that. */
async function remove(path: string): Promise<void> {
  const rest = path.endsWith(UNFINISHED) ? path : `${path}${UNFINISHED}`
  if (rest !== path) await rename(path, rest)
  for (const name of await readdir(rest))
    if (name !== MANIFEST) await rm(join(rest, name), { recursive: true })
  faultPoint('backup.emptied')
  await rm(rest, { recursive: true })
}
