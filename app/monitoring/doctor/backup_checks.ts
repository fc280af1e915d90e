import { statfs } from 'node:fs/promises'
import { counted } from '#app/foundation/counted'
import { BackupRecord } from '#app/portability/backup/backup_record'
import { checkSpace, gigabytes } from './file_checks.js'
import { failed, ok, warning, type Finding } from './finding.js'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
/** So long a backup may be made that nobody has ever restored. */
const VERIFIED_WITHIN_HOURS = 8 * DAY_HOURS

export interface BackupFolders {
  data: BackupPlace
  keys: BackupPlace
}

interface BackupPlace {
  folder: string
  /** Named in the settings: then it has to be there. */
  isNamed: boolean
}

/** @param hours  how old the newest may be; 0 where other means make them */
export async function checkBackups(hours: number): Promise<Finding[]> {
  const about = 'backups'
  if (hours === 0) return [ok(about, 'made by other means (BACKUP_HOURS=0)')]
  const last = await BackupRecord.last()
  const create = 'Run npm run ace -- backup:create every night (docs/deploy/backup.md).'
  if (!last) return [warning(about, 'none was made by backup:create', create)]
  const age = hoursSince(last.takenAt)
  const says = `the newest was made ${counted(Math.round(age), 'hour')} ago`
  if (age > 2 * hours) return [failed(about, says, create)]
  if (age > hours) return [warning(about, says, create)]
  const verify = 'Run npm run ace -- backup:verify: only a backup that was restored is one.'
  if (!last.verifiedAt) return [warning(about, `${says}, and none was ever verified`, verify)]
  const verified = hoursSince(last.verifiedAt)
  if (verified > VERIFIED_WITHIN_HOURS)
    return [
      warning(
        about,
        `${says}, and none was verified for ${counted(Math.round(verified / 24), 'day')}`,
        verify
      ),
    ]
  return [ok(about, `${says}, one was verified ${counted(Math.round(verified), 'hour')} ago`)]
}

/** Whether the next backup has room. Older ones are removed when it is whole, so the disk has to hold it beside them. */
export async function checkBackupDisks({ data, keys }: BackupFolders): Promise<Finding[]> {
  const missing = [
    ...(await notThere('BACKUP_DATA', data)),
    ...(await notThere('BACKUP_KEYS', keys)),
  ]
  const space = await statfs(data.folder).catch(() => null)
  const needed = (await BackupRecord.last())?.bytes ?? 0
  const free = space && space.bavail * space.bsize
  const ofKeys = await checkSpace({ 'keys of backups': keys.folder })
  if (free === null || free >= needed)
    return [...missing, ...(await checkSpace({ backups: data.folder })), ...ofKeys]
  const says = `${gigabytes(free)} free, and the newest backup has ${gigabytes(needed)}`
  const remedy = `Make room on the disk of ${data.folder}, or keep fewer backups (BACKUP_KEEP): the next one does not fit.`
  return [...missing, failed('disk of backups', says, remedy), ...ofKeys]
}

async function notThere(name: string, { folder, isNamed }: BackupPlace): Promise<Finding[]> {
  const isThere = await statfs(folder).then(
    () => true,
    () => false
  )
  if (isThere || !isNamed) return []
  const remedy = `Mount its disk, make the folder, or set ${name} to the one that backups lie in.`
  return [failed('backups', `${name} is ${folder}, which cannot be reached`, remedy)]
}

function hoursSince(date: Date): number {
  return (Date.now() - date.getTime()) / HOUR_MS
}
