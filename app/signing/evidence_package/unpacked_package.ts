import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

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
  /** How many are. */
  same: number
}

/** What is in a folder into which evidence packages were unpacked, or just PDFs. */
export async function unpackedIn(folder: string): Promise<Unpacked> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => resolve(parentPath, name))
    .toSorted()
  const roots = files.filter((file) => file.endsWith(`/${SUMS}`)).map((file) => dirname(file))
  const pdfs = files.filter((file) => PDF.test(file) && !isUnsealed(file, roots))
  const checked = await Promise.all(roots.map((root) => checkSums(root)))
  const [changed, same] = [checked.flatMap((one) => one.changed), checked.map((one) => one.same)]
  return { pdfs, changed, same: same.reduce((sum, count) => sum + count, 0) }
}

function isUnsealed(file: string, roots: readonly string[]): boolean {
  return roots.some((root) => UNSEALED.test(relative(root, file)))
}

async function checkSums(root: string): Promise<Omit<Unpacked, 'pdfs'>> {
  const changed: string[] = []
  let same = 0
  for (const line of (await readFile(join(root, SUMS), 'utf8')).split('\n').filter(Boolean)) {
    const [, sha256, name] = LINE.exec(line) ?? []
    const path = join(root, name ?? SUMS)
    // a list that somebody wrote names nothing elsewhere
    const isInside = name !== undefined && !relative(root, path).startsWith('..')
    const bytes = isInside ? await readFile(path).catch(() => null) : null
    if (bytes && createHash('sha256').update(bytes).digest('hex') === sha256) same += 1
    else changed.push(path)
  }
  return { changed, same }
}
