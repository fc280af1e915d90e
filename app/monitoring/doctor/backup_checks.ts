import { BackupRecord } from '#app/portability/backup/backup_record'
import { failed, ok, warning, type Finding } from './finding.js'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
/** So long a backup may be made that nobody has ever restored. */
const VERIFIED_WITHIN_HOURS = 8 * DAY_HOURS

/** @param hours  how old the newest may be; 0 where other means make them */
export async function checkBackups(hours: number): Promise<Finding[]> {
  const about = 'backups'
  if (hours === 0) return [ok(about, 'made by other means (BACKUP_HOURS=0)')]
  const last = await BackupRecord.last()
  const create = 'Run npm run ace -- backup:create every night (docs/deploy/backup.md).'
  if (!last) return [warning(about, 'none was made by backup:create', create)]
  const age = hoursSince(last.takenAt)
  const says = `the newest was made ${Math.round(age)} hours ago`
  if (age > 2 * hours) return [failed(about, says, create)]
  if (age > hours) return [warning(about, says, create)]
  const verify = 'Run npm run ace -- backup:verify: only a backup that was restored is one.'
  if (!last.verifiedAt) return [warning(about, `${says}, and none was ever verified`, verify)]
  const verified = hoursSince(last.verifiedAt)
  if (verified > VERIFIED_WITHIN_HOURS)
    return [
      warning(
        about,
        `${says}, and none was verified for ${Math.round(verified / 24)} days`,
        verify
      ),
    ]
  return [ok(about, `${says}, one was verified ${Math.round(verified)} hours ago`)]
}

function hoursSince(date: Date): number {
  return (Date.now() - date.getTime()) / HOUR_MS
}
