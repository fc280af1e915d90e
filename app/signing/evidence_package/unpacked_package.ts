import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { QUESTIONS_FILE } from './question_part.js'

/** Written last into a package, over all other files. */
export const SUMS = 'SHA256SUMS'

/** What a package has beside what was sealed: it came from others, as it is. */
const UNSEALED = /^(?:original\.pdf$|files\/original\/|attachments\/)/
const PDF = /\.pdf$/i
const LINE = /^([0-9a-f]{64}) {2}(.+)$/

interface Unpacked {
  /** Of the PDFs that were sealed, in all packages below the folder; of a folder without any, all PDFs. */
  pdfs: string[]
  /** Of packages, those files that are not as they were packed. */
  changed: string[]
  /** Those that are not there, though nobody may leave them out. */
  missing: string[]
  /** How many are as they were packed. */
  same: number
}

/** What is in a folder into which evidence packages were unpacked, or just PDFs. */
export async function unpackedIn(folder: string): Promise<Unpacked> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const there = new Map(
    entries.map((entry) => [resolve(entry.parentPath, entry.name), entry.isFile()])
  )
  const files = [...there.keys()].filter((path) => there.get(path)).toSorted()
  const roots = files.filter((file) => basename(file) === SUMS).map((file) => dirname(file))
  const pdfs = files.filter((file) => PDF.test(file) && !isUnsealed(file, roots))
  const found: Unpacked = { pdfs, changed: [], missing: [], same: 0 }
  // one after the other: there may be hundreds
  for (const root of roots) await checkSums(root, there, found)
  return found
}

function isUnsealed(file: string, roots: readonly string[]): boolean {
  return roots.some((root) => UNSEALED.test(relative(root, file)))
}

/**
 * Of a list that somebody may have written, nothing is opened but files that are in the folder: no links, no devices, nothing elsewhere.
 *
 * @param there  all that is in the folder, and whether it is a file
 */
async function checkSums(
  root: string,
  there: ReadonlyMap<string, boolean>,
  found: Unpacked
): Promise<void> {
  for (const line of (await readFile(join(root, SUMS), 'utf8')).split('\n').filter(Boolean)) {
    const [, sha256, name] = LINE.exec(line) ?? []
    const path = join(root, name ?? SUMS)
    const isInside = name !== undefined && !relative(root, path).startsWith('..')
    if (isInside && there.get(path) && (await hashOf(path)) === sha256) found.same += 1
    else if (isInside && !there.has(path)) {
      if (name !== QUESTIONS_FILE) found.missing.push(path)
    } else found.changed.push(path)
  }
}

/** Null for one that cannot be read. */
async function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const part of createReadStream(path)) hash.update(part as Buffer)
  } catch {
    return null
  }
  return hash.digest('hex')
}
