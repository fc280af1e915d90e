import { randomBytes, timingSafeEqual } from 'node:crypto'
import { constants } from 'node:fs'
import { access, link, open, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'

import { flushFolder, makeFolder } from '../durable_file.js'
import KeyDamaged from '../errors/key_damaged.js'
import KeyExists from '../errors/key_exists.js'
import KeyMissing from '../errors/key_missing.js'
import KeyOwnerRefused from '../errors/key_owner_refused.js'
import KeysAway from '../errors/keys_away.js'
import type { KeyStore } from './key_store.js'

const ROOT_BYTES = 32
const OWNER = /^[a-z][a-z0-9_-]{0,63}$/

/** One file per owner, readable by the process's user alone. */
export class FileKeyStore implements KeyStore {
  readonly #directory: () => string
  readonly #first: string | null

  /**
   * @param directory  by a function where it becomes known later
   * @param first  whose key is made before all others and never deleted: without it the folder is not the one it should be
   */
  constructor(
    directory: string | (() => string),
    { first = null }: { first?: string | null } = {}
  ) {
    this.#directory = typeof directory === 'string' ? () => directory : directory
    this.#first = first
  }

  async create(owner: string) {
    await this.#assertNotAway(owner)
    await this.#place(owner, randomBytes(ROOT_BYTES))
  }

  async restore(owner: string, root: Buffer) {
    if (root.length !== ROOT_BYTES) throw new KeyDamaged(owner)
    await this.#assertNotAway(owner)
    try {
      await this.#place(owner, root)
    } catch (error) {
      const isSame = error instanceof KeyExists && timingSafeEqual(await this.read(owner), root)
      if (!isSame) throw error
    }
  }

  async read(owner: string) {
    const root = await readWithoutFollowing(this.#file(owner)).catch(async (error) => {
      if (!isCode(error, 'ENOENT')) throw error
      await this.#assertNotAway()
      throw new KeyMissing(owner)
    })
    if (root.length !== ROOT_BYTES) throw new KeyDamaged(owner)
    return root
  }

  async delete(owner: string) {
    const file = this.#file(owner)
    await this.#assertNotAway()
    const removed = await presence(unlink(file))
    if (removed) await flushFolder(this.#directory())
  }

  async has(owner: string) {
    return presence(access(this.#file(owner)))
  }

  async #place(owner: string, root: Buffer) {
    const file = this.#file(owner)
    const draft = this.#draft()
    await makeFolder(this.#directory(), 0o700)
    try {
      await writeDurably(draft, root)
      // a link, not a rename: it fails when the name is taken, and the key appears whole or not at all
      await link(draft, file)
    } catch (error) {
      throw isCode(error, 'EEXIST') ? new KeyExists(owner) : error
    } finally {
      await rm(draft, { force: true })
    }
    await flushFolder(this.#directory())
  }

  async #assertNotAway(owner?: string) {
    if (this.#first === null || owner === this.#first) return
    if (!(await this.has(this.#first))) throw new KeysAway()
  }

  /** No owner begins with a dot, so a draft is never taken for a key. */
  #draft() {
    return join(this.#directory(), `.${randomBytes(8).toString('hex')}`)
  }

  #file(owner: string) {
    if (!OWNER.test(owner)) throw new KeyOwnerRefused()
    return join(this.#directory(), owner)
  }
}

async function writeDurably(path: string, content: Buffer) {
  await using file = await open(path, 'wx', 0o400)
  await file.writeFile(content)
  await file.sync()
}

async function readWithoutFollowing(path: string) {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  return file.readFile()
}

/** Absence alone is `false`: a folder that cannot be read must not pass for an erased key. */
async function presence(attempt: Promise<void>) {
  try {
    await attempt
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}

function isCode(error: unknown, code: string) {
  return error instanceof Error && 'code' in error && error.code === code
}
