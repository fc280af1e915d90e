import { access, constants, open, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FSDriver } from '@adonisjs/drive/drivers/fs'
import { writeDurably } from '#app/foundation/durable_file'
import StorageAway from '../../errors/storage_away.js'
import { isMissing } from './missing_file.js'
import type { FileSource, PartialDisk } from './partial_disk.js'

/** A folder of this machine. What is written is on its disk before the unit that names it is committed. */
export class FolderDisk extends FSDriver implements PartialDisk {
  readonly replica: FileSource | null = null

  constructor(private folder: string) {
    super({ location: folder, visibility: 'private' })
  }

  async put(path: string, contents: string | Uint8Array): Promise<void> {
    await writeDurably(join(this.folder, path), contents)
  }

  async putStream(path: string, contents: Readable): Promise<void> {
    await writeDurably(join(this.folder, path), contents)
  }

  async unfinishedUploads(): Promise<null> {
    return null
  }

  /** @throws E_STORAGE_AWAY */
  async getBytes(path: string): Promise<Uint8Array> {
    return this.#found(() => readFile(join(this.folder, path)))
  }

  /** @throws E_STORAGE_AWAY */
  async readPart(path: string, start: number, end: number): Promise<Uint8Array> {
    return this.#found(() => readPartOf(join(this.folder, path), start, end))
  }

  readVerified<T>(read: (from: FileSource) => Promise<T>): Promise<T> {
    return read(this)
  }

  /** A folder that is missing lists as empty, unless the whole storage is. @throws E_STORAGE_AWAY */
  async listAll(...of: Parameters<FSDriver['listAll']>): ReturnType<FSDriver['listAll']> {
    await this.#assertNotAway()
    return super.listAll(...of)
  }

  /** A folder that is missing counts as removed, unless the whole storage is. @throws E_STORAGE_AWAY */
  async deleteAll(prefix: string): Promise<void> {
    await this.#assertNotAway()
    await super.deleteAll(prefix)
  }

  /** A folder that is missing is made with its first file. */
  async probe(): Promise<void> {
    const folder = await nearestFolder(this.folder)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  }

  async #found<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (error) {
      if (isMissing(error)) await this.#assertNotAway()
      throw error
    }
  }

  async #assertNotAway(): Promise<void> {
    const names = await readdir(this.folder).catch(() => [])
    if (names.length === 0) throw new StorageAway()
  }
}

async function readPartOf(path: string, start: number, end: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const bytes = Buffer.allocUnsafe(end - start)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = (await file.read(bytes, length, bytes.length - length, start + length)).bytesRead
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** @throws ENOTDIR where a file is in the way */
async function nearestFolder(folder: string): Promise<string> {
  try {
    await readdir(folder)
    return folder
  } catch (error) {
    if (!isMissing(error) || dirname(folder) === folder) throw error
    return nearestFolder(dirname(folder))
  }
}
