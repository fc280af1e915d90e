import type { Readable } from 'node:stream'
import drive from '@adonisjs/drive/services/main'
import { isMissing } from '#app/documents/files/storage/missing_file'
import StorageAway from '#app/documents/errors/storage_away'

/** A bucket answers a question about one file in some 20 ms, and may hold a hundred thousand. */
const SIZES_AT_ONCE = 32

interface Expectation {
  /** The rows name no file: an empty storage is then that of a new installation, not one that is away. */
  mayBeNew?: boolean
}

/** The encrypted files of one tenant as they lie in the storage. Names are relative: `live/doc_…/original`. */
export class StoredFiles {
  constructor(readonly tenantId: string) {}

  /**
   * @param withDrafts  also what was being written when a process died
   * @throws E_STORAGE_AWAY
   */
  async *names({
    withDrafts = false,
    mayBeNew = false,
  }: Expectation & { withDrafts?: boolean } = {}): AsyncGenerator<string> {
    let page: string | undefined
    do {
      const listed = await this.#list(page, mayBeNew)
      for (const object of listed.objects)
        if (object.isFile && (withDrafts || !object.name.startsWith('.')))
          yield object.key.slice(this.#path('').length)
      page = listed.paginationToken
    } while (page)
  }

  /**
   * What all of them take.
   *
   * @throws E_STORAGE_AWAY
   */
  async totals(expectation: Expectation): Promise<{ count: number; bytes: number }> {
    const totals = { count: 0, bytes: 0 }
    for await (const names of inBatches(this.names(expectation), SIZES_AT_ONCE)) {
      const sizes = await Promise.all(names.map((name) => this.size(name)))
      totals.count += names.length
      totals.bytes += sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
    }
    return totals
  }

  /** Null where it is gone since it was listed. */
  async size(name: string): Promise<number | null> {
    return (await this.#metaData(name))?.contentLength ?? null
  }

  /** Null where it is gone since it was listed, or has got its final name. */
  async modifiedAt(name: string): Promise<Date | null> {
    return (await this.#metaData(name))?.lastModified ?? null
  }

  read(name: string): Promise<Readable> {
    return drive.use().getStream(this.#path(name))
  }

  async write(name: string, content: Readable): Promise<void> {
    await drive.use().putStream(this.#path(name), content)
  }

  async remove(name: string): Promise<void> {
    await drive.use().delete(this.#path(name))
  }

  /** @throws E_STORAGE_AWAY */
  async removeAll({ mayBeNew = false }: Expectation = {}): Promise<void> {
    try {
      await drive.use().deleteAll(`t/${this.tenantId}`)
    } catch (error) {
      if (!(mayBeNew && StorageAway.in(error))) throw named(error)
    }
  }

  async #metaData(name: string) {
    try {
      return await drive.use().getMetaData(this.#path(name))
    } catch (error) {
      if (isMissing(error) && !StorageAway.in(error)) return null
      throw named(error)
    }
  }

  async #list(paginationToken: string | undefined, mayBeNew: boolean) {
    try {
      return await drive.use().listAll(this.#path(''), { recursive: true, paginationToken })
    } catch (error) {
      if (mayBeNew && StorageAway.in(error)) return { objects: [], paginationToken: undefined }
      throw named(error)
    }
  }

  #path(name: string): string {
    return `t/${this.tenantId}/${name}`
  }
}

async function* inBatches<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of all) {
    if (batch.push(one) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Not as the framework wraps it: an operator reads what is away. */
function named(error: unknown): unknown {
  return StorageAway.in(error) ?? error
}
