import { access, appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { csvLine } from '#app/foundation/csv_line'
import { DAY_MS } from '#app/foundation/duration'
import { makeFolder, writeDurably } from '#app/foundation/durable_file'
import { zipFile } from '#app/foundation/zip_file'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import type { RowOf } from '#app/tenancy/row'
import type { TenantRef } from '#app/tenancy/tenant_ref'
import { EvidencePackage } from './evidence_package.js'
import { isMissingPackage } from './missing_package.js'

const AT_ONCE = 100
const CONTENTS = 'contents.csv'

interface Wanted {
  ids?: readonly string[]
  /** Days in UTC, both included. */
  from?: string
  to?: string
}

export interface ExportResult {
  made: number
  known: number
  failed: number
}

type Place = RowOf<'documents', 'id' | 'sent_at'>

const SENT = `select id, sent_at from documents
  where sent_at >= $1 and sent_at < $2 and (sent_at, id) > ($3, $4) order by sent_at, id limit ${AT_ONCE}`

/** The evidence packages of many live documents, one file each, with a list of what is there and what is not. */
export class EvidenceExport {
  readonly #scope: Scope
  #result: ExportResult = { made: 0, known: 0, failed: 0 }

  constructor(
    tenant: TenantRef,
    private folder: string
  ) {
    this.#scope = { tenant, environment: 'live' }
  }

  async run(wanted: Wanted, onProgress: (count: number) => void): Promise<ExportResult> {
    await makeFolder(this.folder, 0o700)
    await writeFile(join(this.folder, CONTENTS), csvLine(['id', 'file', 'result']))
    let count = 0
    for await (const id of this.#ids(wanted)) {
      await this.#one(id)
      onProgress(++count)
    }
    return this.#result
  }

  async *#ids({ ids, from, to }: Wanted): AsyncGenerator<string> {
    if (ids) return yield* ids
    const first = new Date(from ?? 0)
    const end = to === undefined ? new Date(8.64e15) : new Date(Date.parse(to) + DAY_MS)
    let place: [Date, string] = [new Date(0), '']
    for (;;) {
      const [rows] = await CurrentTenant.run(this.#scope, () =>
        CurrentTenant.batch([query<Place>(SENT, [first, end, ...place])])
      )
      for (const { id } of rows) yield id
      const last = rows.at(-1)
      if (!last || rows.length < AT_ONCE) return
      place = [last.sent_at!, last.id]
    }
  }

  async #one(id: string): Promise<void> {
    const name = `${id}.zip`
    const path = join(this.folder, name)
    if (await isThere(path)) {
      this.#result.known++
      return this.#note([id, name, 'Made earlier'])
    }
    try {
      const evidence = await CurrentTenant.run(this.#scope, () => packageOf(id))
      await writeDurably(path, Readable.from(zipFile(evidence.entries(this.#scope))))
      this.#result.made++
      await this.#note([id, name, 'Made'])
    } catch (error) {
      if (!isMissingPackage(error)) throw error
      this.#result.failed++
      await this.#note([id, null, error.message])
    }
  }

  #note(line: readonly (string | null)[]): Promise<void> {
    return appendFile(join(this.folder, CONTENTS), csvLine(line))
  }
}

/** It leaves the house, so the trail says so, before it does. */
async function packageOf(id: string): Promise<EvidencePackage> {
  const document = await Document.whole(id)
  if (!document) throw new DocumentNotFound()
  const evidence = await EvidencePackage.of(document, { mayReadValues: true })
  await evidence.recordDownloads(SYSTEM)
  return evidence
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false
  )
}
