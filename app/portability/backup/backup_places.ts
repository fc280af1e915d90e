import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import BackupRefused from '../errors/backup_refused.js'
import { FILE_LIST } from './manifest.js'

/** Of a backup until all of it is on the disk. */
export const UNFINISHED = '.partial'

/** Where a backup goes: the data to one place, the keys that open them to another, or nowhere. */
export interface BackupPlaces {
  folder: string
  keys: string | null
}

/**
 * A copy of everything in one place is as secret as all documents together, and keeps alive whom the deletion of a key erased.
 *
 * @param ours  folders of the installation itself
 * @throws BackupRefused
 */
export async function assertApart(places: BackupPlaces, ours: readonly string[]): Promise<void> {
  const named = [places.folder, places.keys].filter((path) => path !== null)
  const targets = await Promise.all(named.map(whereItIs))
  for (const target of targets)
    for (const own of await Promise.all(ours.map(whereItIs)))
      if (isWithin(target, own) || isWithin(own, target))
        throw new BackupRefused(`${target} and ${own}, which it copies, are one place`)
  const [data, keys] = targets
  if (keys !== undefined && areBeside(data, keys))
    throw new BackupRefused(
      `the keys may not lie beside the data that they open: give --keys a folder of another place than ${dirname(data)}`
    )
}

/** Whether both targets lie on one disk, which may be meant, but is worth a warning. */
export async function areOnOneDisk(folder: string, keys: string): Promise<boolean> {
  const [one, other] = await Promise.all([deviceOf(folder), deviceOf(keys)])
  return one === other
}

/** Backups beside these places that were never finished: another run writes them, or one was killed. */
export async function unfinishedBeside({ folder, keys }: BackupPlaces): Promise<string[]> {
  const folders = [folder, keys].filter((path) => path !== null).map((path) => dirname(path))
  const found = await Promise.all([...new Set(folders)].map(unfinishedIn))
  return found.flat().sort()
}

async function unfinishedIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const named = names.filter((name) => name.endsWith(UNFINISHED)).map((name) => join(folder, name))
  const lists = await Promise.all(
    named.map((path) => stat(join(path, FILE_LIST)).catch(() => null))
  )
  return named.filter((_, place) => lists[place] !== null)
}

function areBeside(one: string, other: string): boolean {
  const isShared = dirname(one) === dirname(other) && dirname(one) !== sep
  return isShared || isWithin(one, other) || isWithin(other, one)
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : `${folder}${sep}`)
}

/** Without links, also of what is not there yet. */
async function whereItIs(path: string): Promise<string> {
  const whole = resolve(path)
  try {
    return await realpath(whole)
  } catch {
    return join(await whereItIs(dirname(whole)), basename(whole))
  }
}

async function deviceOf(path: string): Promise<number> {
  try {
    return (await stat(path)).dev
  } catch {
    return deviceOf(dirname(resolve(path)))
  }
}
