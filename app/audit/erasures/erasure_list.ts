import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clock } from '#app/foundation/clock'
import { flushFolder, writeDurably } from '#app/foundation/durable_file'
import { checkpointsFolder } from '../configuration.js'

const FOLDER = 'erasures'
const TENANT = /^ten_[0-9a-z]{26}$/
/** An id, with a number where a row of a list has no id of its own: `blk_….12`. */
const ERASED = /^[a-z]+_[0-9a-z]{26}(?:\.\d+)?$/

/**
 * CHECKPOINTS_DIR/erasures/ten_…/doc_…: what was erased, by ids alone, outside of the database. A database that is restored to an
 * earlier moment does not remember it; this list does. Without CHECKPOINTS_DIR nothing is listed.
 */
export const ErasureList = {
  /** Durable when it returns, and the same however often it is said. @param ids  the tenant's own, when all of it was erased */
  async add(tenantId: string, ...ids: string[]): Promise<void> {
    const folder = folderOf(tenantId)
    if (!folder) return
    for (const id of ids) {
      if (!ERASED.test(id)) throw new RangeError('Not an id of something that is erased')
      await writeDurably(join(folder, id), `${clock.now().toISOString()}\n`)
    }
  },

  /** A tenant that was erased is taken in again. What was erased within it stays so. */
  async withdraw(tenantId: string): Promise<void> {
    const folder = folderOf(tenantId)
    if (!folder || !(await namesIn(folder)).includes(tenantId)) return
    await rm(join(folder, tenantId), { force: true })
    await flushFolder(folder)
  },

  /** Of whom anything was erased. */
  async tenants(): Promise<string[]> {
    const { value: parent } = checkpointsFolder
    const names = parent ? await namesIn(join(parent, FOLDER)) : []
    return names.filter((name) => TENANT.test(name))
  },

  async of(tenantId: string): Promise<string[]> {
    const folder = folderOf(tenantId)
    const names = folder ? await namesIn(folder) : []
    return names.filter((name) => ERASED.test(name))
  },
}

function folderOf(tenantId: string): string | null {
  if (!TENANT.test(tenantId)) throw new RangeError('Not a tenant id')
  const { value: parent } = checkpointsFolder
  return parent ? join(parent, FOLDER, tenantId) : null
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
