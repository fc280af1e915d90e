import type { Readable } from 'node:stream'
import drive from '@adonisjs/drive/services/main'

/** The encrypted files of one tenant as they lie in the storage. Names are relative: `live/doc_…/original`. */
export class StoredFiles {
  constructor(private tenantId: string) {}

  /** @param withDrafts  also what was being written when a process died */
  async *names({ withDrafts = false } = {}): AsyncGenerator<string> {
    let page: string | undefined
    do {
      const listed = await this.#list(page)
      for (const object of listed.objects)
        if (object.isFile && (withDrafts || !object.name.startsWith('.')))
          yield object.key.slice(this.#path('').length)
      page = listed.paginationToken
    } while (page)
  }

  async size(name: string): Promise<number> {
    return (await drive.use().getMetaData(this.#path(name))).contentLength
  }

  async modifiedAt(name: string): Promise<Date> {
    return (await drive.use().getMetaData(this.#path(name))).lastModified
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

  async removeAll(): Promise<void> {
    await drive.use().deleteAll(`t/${this.tenantId}`)
  }

  /** A folder that is not there is an empty one. */
  async #list(paginationToken?: string) {
    try {
      return await drive.use().listAll(this.#path(''), { recursive: true, paginationToken })
    } catch (error) {
      if (isMissing(error)) return { objects: [], paginationToken: undefined }
      throw error
    }
  }

  #path(name: string): string {
    return `t/${this.tenantId}/${name}`
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'ENOENT') || isMissing(error.cause)
}
