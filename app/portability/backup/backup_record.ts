import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import type { BackupManifest } from './manifest.js'

interface LastBackup {
  takenAt: Date
  /** When a backup was last verified, this one or another. */
  verifiedAt: Date | null
  /** Of the newest. */
  bytes: number
}

const LAST = `select max(taken_at) as "takenAt", max(verified_at) as "verifiedAt",
  (select bytes from backups order by taken_at desc limit 1)::float8 as bytes from backups`

/** The platform's list of its backups: where they are it does not know. */
export const BackupRecord = {
  async add({ id, takenAt, finishedAt, files, bytes }: BackupManifest): Promise<void> {
    await db
      .connection('platform')
      .table('backups')
      .insert({ id, files, bytes, taken_at: takenAt, finished_at: finishedAt })
  },

  /** A database that was restored from it does not know of it, nor does one that was away when it was finished. */
  async noteVerified({ id, takenAt, finishedAt, files, bytes }: BackupManifest): Promise<void> {
    const row = { id, files, bytes, taken_at: takenAt, finished_at: finishedAt }
    const backups = db.connection('platform').table('backups')
    await backups.knexQuery
      .insert({ ...row, verified_at: clock.now() })
      .onConflict('id')
      .merge(['verified_at'])
  },

  /** @returns those that were verified at any time */
  async verifiedAmong(ids: readonly string[]): Promise<Set<string>> {
    const backups = db.connection('platform').from('backups')
    const rows: { id: string }[] = await backups
      .whereIn('id', [...ids])
      .whereNotNull('verified_at')
      .select('id')
    return new Set(rows.map(({ id }) => id))
  },

  async last(): Promise<LastBackup | null> {
    const { rows } = await db.connection('platform').rawQuery<{ rows: LastBackup[] }>(LAST)
    return rows[0].takenAt ? rows[0] : null
  },
}
