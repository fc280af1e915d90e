import { execFile } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** The data of a PostgreSQL at work, without its WAL. The same as pg_basebackup does, by PostgreSQL's functions. */
export async function copyData(
  from: { adminUrl: string; data: string },
  to: string
): Promise<void> {
  const client = new pg.Client({ connectionString: from.adminUrl })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('base', true)`)
    await run('cp', ['-a', from.data, to]).catch(() => {}) // files that vanish meanwhile come back from the WAL
    const { rows } = await client.query('select labelfile from pg_backup_stop(true)')
    await writeFile(join(to, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  await rm(join(to, 'postmaster.pid'))
  for (const file of await readdir(join(to, 'pg_wal')))
    await rm(join(to, 'pg_wal', file), { recursive: true })
}
