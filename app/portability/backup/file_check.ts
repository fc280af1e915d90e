import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { FILE_LIST, MANIFEST, type ListedFile, type Totals } from './manifest.js'

interface FilesFound {
  /** Those of the list that are there as they were written. */
  names: Set<string>
  faults: string[]
}

/** Reads every file of a backup, and holds it against the list that the manifest vouches for. */
export async function checkFiles(
  folder: string,
  { listSha256, files, bytes }: Totals,
  { signal, onFile = () => {} }: { signal: AbortSignal; onFile?: (bytes: number) => void }
): Promise<FilesFound> {
  const found: FilesFound = { names: new Set(), faults: [] }
  if ((await hashOf(join(folder, FILE_LIST), signal))?.sha256 !== listSha256)
    return { ...found, faults: [`${FILE_LIST} is missing, or not the one that was signed`] }
  const listed = new Set([MANIFEST, FILE_LIST])
  const sum = { files: 0, bytes: 0 }
  for await (const line of createInterface({ input: createReadStream(join(folder, FILE_LIST)) })) {
    const { name, size, sha256 } = JSON.parse(line) as ListedFile
    const there = await hashOf(join(folder, name), signal)
    listed.add(name)
    sum.files += 1
    sum.bytes += size
    if (!there) found.faults.push(`${name} is missing`)
    else if (there.size !== size || there.sha256 !== sha256)
      found.faults.push(`${name} is not as it was written`)
    else found.names.add(name)
    onFile(size)
  }
  if (sum.files !== files || sum.bytes !== bytes)
    found.faults.push(`${FILE_LIST} does not add up to what the manifest says`)
  for await (const name of namesBelow(folder, ''))
    if (!listed.has(name)) found.faults.push(`${name} does not belong to the backup`)
  return found
}

async function hashOf(
  path: string,
  signal: AbortSignal
): Promise<{ size: number; sha256: string } | null> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}

async function* namesBelow(folder: string, prefix: string): AsyncGenerator<string> {
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    const name = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* namesBelow(folder, `${name}/`)
    else yield name
  }
}
