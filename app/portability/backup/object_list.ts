import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isMissing } from '#app/documents/files/storage/missing_file'
import type Tenant from '#app/tenants/tenant'
import { StoredFiles } from '../stored_files.js'
import type { ListedFile } from './manifest.js'
import { assertStorageThere } from './storage_there.js'

/** The documents of a backup that leaves them where they are: a line each, as in the list of its files. */
export const OBJECT_LIST = 'objects.jsonl'

type OnObject = (size: number) => void

interface ObjectsFound {
  /** Those that are there as they were listed, as `storage/t/ten_…/live/doc_…/original`. */
  names: Set<string>
  missing: number
  faults: string[]
}

/** Reads every document, to list it. @throws E_STORAGE_AWAY */
export async function* listedObjects(
  tenants: readonly Tenant[],
  onObject: OnObject
): AsyncGenerator<Buffer> {
  let count = 0
  for (const { id } of tenants) {
    const files = new StoredFiles(id)
    for await (const name of files.names({ mayBeNew: true })) {
      const found = await contentOf(files, name)
      if (!found) continue // somebody erased or replaced it since
      count += 1
      yield Buffer.from(`${JSON.stringify({ name: `storage/t/${id}/${name}`, ...found })}\n`)
      onObject(found.size)
    }
  }
  await assertStorageThere(tenants, count)
}

/** Reads every document that a backup lists, where it was left. */
export async function checkObjects(folder: string, onObject: OnObject): Promise<ObjectsFound> {
  const found: ObjectsFound = { names: new Set(), missing: 0, faults: [] }
  const lines = createInterface({ input: createReadStream(join(folder, OBJECT_LIST)) })
  for await (const line of lines) {
    const { name, size, sha256 } = JSON.parse(line) as ListedFile
    const [, , tenantId, ...rest] = name.split('/')
    const there = await contentOf(new StoredFiles(tenantId), rest.join('/'))
    if (!there) found.missing += 1
    else if (there.size !== size || there.sha256 !== sha256)
      found.faults.push(`${name} is not in the storage as it was listed`)
    else found.names.add(name)
    onObject(size)
  }
  return found
}

/** @returns null where it is not there */
async function contentOf(
  files: StoredFiles,
  name: string
): Promise<Omit<ListedFile, 'name'> | null> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of (await files.read(name)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}
