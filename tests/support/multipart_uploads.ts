import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface Context {
  method: string
  query: Record<string, string | undefined>
  status: number
  type: string
  body: unknown
}

/** What the server of tests lacks of multipart uploads: it begins, takes and completes them, but neither lists nor aborts. */
export class MultipartUploads {
  /** Parts of this number are refused. */
  refusedPart: number | null = null

  constructor(private folder: string) {}

  /** Ids of those that are under way. */
  get ids(): string[] {
    return existsSync(this.folder) ? readdirSync(this.folder) : []
  }

  async answer(context: Context, next: () => Promise<unknown>): Promise<void> {
    const { uploadId, uploads, partNumber, prefix = '' } = context.query
    if (context.method === 'DELETE' && uploadId) return this.#abort(context, uploadId)
    if (context.method === 'GET' && uploads !== undefined) return this.#list(context, prefix)
    if (Number(partNumber) === this.refusedPart) return void (context.status = 503)
    await next()
  }

  #abort(context: Context, id: string): void {
    rmSync(join(this.folder, id), { recursive: true })
    context.status = 204
  }

  #list(context: Context, prefix: string): void {
    const listed = this.ids.map((id) => {
      const place = join(this.folder, id, 'key')
      const [key, begun] = [readFileSync(place, 'utf8'), statSync(place).mtime.toISOString()]
      if (!key.startsWith(prefix)) return ''
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`
    })
    Object.assign(context, {
      status: 200,
      type: 'application/xml',
      body: `<?xml version="1.0"?><ListMultipartUploadsResult>${listed.join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`,
    })
  }
}
