import { randomBytes } from 'node:crypto'
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import drive from '@adonisjs/drive/services/main'
import { partialDisk } from '#app/documents/files/storage/partial_disk'
import { clock } from '#app/foundation/clock'
import { counted } from '#app/foundation/counted'
import { DAY_MS } from '#app/foundation/duration'
import { keyRing, PLATFORM } from '#app/tenancy/keys'
import { within } from '../within.js'
import { failed, ok, reasonOf, warning, type Finding } from './finding.js'

const ANSWER_WITHIN_MS = 20_000
const LITTLE_SPACE = 0.1
const NO_SPACE = 0.02
const OTHERS = 0o077

/** A small file is written, read and removed again, as one of a document would be. */
export async function checkStorage(): Promise<Finding[]> {
  const [name, bytes] = [`doctor-${randomBytes(8).toString('hex')}`, randomBytes(64)]
  const disk = drive.use()
  try {
    await within(ANSWER_WITHIN_MS, disk.put(name, bytes))
    const read = await within(ANSWER_WITHIN_MS, disk.getBytes(name))
    if (!bytes.equals(read)) throw new Error('it gives back something else than was written')
    await within(ANSWER_WITHIN_MS, disk.delete(name))
    return [ok('storage', 'a file was written, read and removed')]
  } catch (error) {
    const says = `a file cannot be kept: ${reasonOf(error)}`
    return [
      failed('storage', says, 'Check STORAGE_DIR and its owner, or the bucket and its key (S3_*).'),
    ]
  }
}

/** What was sent to a bucket in parts by a process that died is paid for and seen by nobody. */
export async function checkUnfinishedUploads(): Promise<Finding[]> {
  const about = 'unfinished uploads'
  const before = new Date(clock.now().getTime() - DAY_MS)
  try {
    const found = await within(ANSWER_WITHIN_MS, partialDisk().unfinishedUploads('', before))
    if (!found) return []
    if (found.length === 0) return [ok(about, 'none')]
    const says = `${found.length} that were begun more than a day ago`
    return [warning(about, says, 'Run storage:sweep, which removes their parts.')]
  } catch (error) {
    const remedy = 'Let the key of the bucket list and abort multipart uploads.'
    return [warning(about, `they cannot be listed: ${reasonOf(error)}`, remedy)]
  }
}

/** Who reads the keys can open every document. */
export async function checkKeys(folder: string): Promise<Finding[]> {
  try {
    await keyRing.derive(PLATFORM, 'doctor')
    const names = await readdir(folder)
    const places = [folder, ...names.map((name) => join(folder, name))]
    const modes = await Promise.all(
      places.map(async (place) => ({ place, mode: (await stat(place)).mode }))
    )
    const open = modes.filter(({ mode }) => (mode & OTHERS) !== 0)
    if (open.length === 0)
      return [
        ok(
          'keys',
          `${counted(names.length, 'file')} that only ${names.length === 1 ? 'its' : 'their'} owner reads`
        ),
      ]
    const says = `other users may reach ${open[0].place}${open.length > 1 ? ` and ${open.length - 1} more` : ''}`
    return [failed('keys', says, `Run chmod -R go= ${folder}`)]
  } catch (error) {
    const remedy =
      'Check KEYS_DIR and its owner, or restore it from its backup: without it nothing can be read. A new installation gets it by cell:prepare.'
    return [failed('keys', reasonOf(error), remedy)]
  }
}

/** @param folders  what they are called, and where they are; those that do not exist yet are left out */
export async function checkSpace(folders: Record<string, string>): Promise<Finding[]> {
  const found = await Promise.all(
    Object.entries(folders).map(async ([name, folder]) => {
      const space = await statfs(folder).catch(() => null)
      if (!space) return []
      const free = space.bavail / space.blocks
      const about = `disk of ${name}`
      const says = `${gigabytes(space.bavail * space.bsize)} free (${Math.round(free * 100)} %)`
      const remedy = `Make room on the disk of ${folder}, or move it to a larger one.`
      if (free < NO_SPACE) return [failed(about, says, remedy)]
      return [free < LITTLE_SPACE ? warning(about, says, remedy) : ok(about, says)]
    })
  )
  return found.flat()
}

export function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GB`
}
