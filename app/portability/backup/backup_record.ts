import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import type { BackupManifest } from './manifest.js'

interface LastBackup {
  takenAt: Date
  /** When a backup was last verified, this one or another. */
  verifiedAt: Date | null
}

const LAST = 'select max(taken_at) as "takenAt", max(verified_at) as "verifiedAt" from backups'

/** The platform's list of its backups: where they are it does not know. */
export const BackupRecord = {
  async add({ id, takenAt, finishedAt, files, bytes }: BackupManifest): Promise<void> {
    await db
      .connection('platform')
      .table('backups')
      .insert({ id, files, bytes, taken_at: takenAt, finished_at: finishedAt })
  },

  /** A database that was restored from it does not know of it. */
  async noteVerified({ id }: BackupManifest): Promise<void> {
    const backups = db.connection('platform').from('backups')
    await backups.where('id', id).update({ verified_at: clock.now() })
  },

  async last(): Promise<LastBackup | null> {
    const { rows } = await db.connection('platform').rawQuery<{ rows: LastBackup[] }>(LAST)
    return rows[0].takenAt ? rows[0] : null
  },
}
