import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isMissing } from '#app/documents/files/storage/missing_file'
import type Tenant from '#app/tenants/tenant'
import BackupRefused from '../errors/backup_refused.js'
import { StoredFiles } from '../stored_files.js'
import type { BackupFolder } from './backup_folder.js'
import { assertStorageThere } from './storage_there.js'

/** What was to be read, as opposed to where it is written. */
class Gone extends Error {}

/** As `storage/t/ten_…/live/doc_…/original`. @throws E_STORAGE_AWAY */
export async function copyDocuments(
  target: BackupFolder,
  tenants: readonly Tenant[]
): Promise<void> {
  const before = target.totals.files
  for (const { id } of tenants) {
    const files = new StoredFiles(id)
    for await (const name of files.names({ mayBeNew: true }))
      await copyOne(target, `storage/t/${id}/${name}`, () => files.read(name))
  }
  await assertStorageThere(tenants, target.totals.files - before)
}

/** What is being written begins with a dot. @throws BackupRefused where all of it goes away meanwhile */
export async function copyFolder(target: BackupFolder, from: string, to: string): Promise<void> {
  const isNew = await isEmpty(from)
  await copyAll(target, from, to)
  // unmounted in the middle, the rest looks as if somebody had removed it
  if (!isNew && (await isEmpty(from)))
    throw new BackupRefused(`${from} went away while it was copied: is its volume mounted?`)
}

async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(unlessNew)).length === 0
}

async function copyAll(target: BackupFolder, from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch(unlessNew)
  for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
    const [place, name] = [join(from, entry.name), `${to}/${entry.name}`]
    if (entry.isDirectory()) await copyAll(target, place, name)
    else await copyOne(target, name, () => createReadStream(place))
  }
}

/** Roots of keys, which nobody may change by mistake. */
export async function copyKeys(target: BackupFolder, from: string): Promise<void> {
  const names = await readdir(from)
  for (const name of names.filter((each) => !each.startsWith('.')))
    await copyOne(target, `keys/${name}`, () => createReadStream(join(from, name)), 0o400)
}

/** Unless somebody has erased or replaced it since it was listed: that alone ends no backup of hours. */
async function copyOne(
  target: BackupFolder,
  name: string,
  read: () => Readable | Promise<Readable>,
  mode?: number
): Promise<void> {
  try {
    await target.add(name, reading(read), mode)
  } catch (error) {
    if (!(error instanceof Gone)) throw error
  }
}

async function* reading(read: () => Readable | Promise<Readable>): AsyncGenerator<Uint8Array> {
  try {
    yield* await read()
  } catch (cause) {
    throw isMissing(cause) ? new Gone('gone since it was listed', { cause }) : cause
  }
}

/** Nothing was kept there yet. */
function unlessNew(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
