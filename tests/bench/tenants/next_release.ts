import { cp, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'

/** @returns the folder of the SQL of a release to come, with one more table in every account */
export async function nextRelease(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'countersign-release-')), 'database')
  await cp(app.makePath('database'), folder, { recursive: true })
  const account = join(folder, 'tenant/account')
  const last =
    (await readdir(account))
      .filter((file) => /^\d{4}_/.test(file))
      .sort()
      .at(-1) ?? ''
  const version = String(Number(last.slice(0, 4)) + 1).padStart(4, '0')
  await writeFile(
    join(account, `${version}_next.sql`),
    'create table next_release (id text primary key);'
  )
  return folder
}
