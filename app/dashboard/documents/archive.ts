import type { Actor } from '#app/audit/actor'
import { reachableDocument } from '#app/documents/bulk_actions/document_act'
import { StoredFile } from '#app/documents/files/stored_file'
import { clock } from '#app/foundation/clock'
import { BOM, csvLine } from '#app/foundation/csv_line'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { isRefusal } from '#app/foundation/refusal'
import type { ZipEntry } from '#app/foundation/zip_file'
import type { Audience } from '#app/identity/access/visibility'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'

/** So many documents at once. */
export const MOST_IN_ARCHIVE = 500

/** For whom an archive is made. */
export interface ArchiveReader {
  audience: Audience
  by: Actor
  phrases: DashboardPhrasebook
}

/**
 * Of each document the sealed PDF, or the original until there is one, read when its turn comes; then a list of what is there and what is not.
 * It is read after the request's own scope has been left.
 */
export async function* archiveOf(
  scope: Scope,
  ids: readonly string[],
  reader: ArchiveReader
): AsyncGenerator<ZipEntry> {
  const lines = [BOM, csvLine(['id', 'file', 'result'])]
  const at = clock.now()
  const digits = Math.max(2, String(ids.length).length)
  for (const [index, id] of ids.entries()) {
    const { file, result } = await CurrentTenant.run(scope, () => fileOf(id, reader))
    const name = file && `${String(index + 1).padStart(digits, '0')} ${file.name}`
    lines.push(csvLine([id, name, result]))
    if (file && name) yield { name, bytes: file.bytes, at }
  }
  yield { name: 'contents.csv', bytes: Buffer.from(lines.join('')), at }
}

async function fileOf(id: string, { audience, by, phrases }: ArchiveReader) {
  const { t } = phrases
  try {
    const document = await reachableDocument(id, audience, 'view')
    if (!document) return { file: null, result: t('documents.archive_absent') }
    const sealed = await StoredFile.sealed(document)
    const stored = sealed ?? (await StoredFile.original(document))
    const bytes = await stored.read()
    await document.recordDownload(sealed ? 'sealed' : 'original', by)
    return {
      file: { name: stored.name, bytes },
      result: t(sealed ? 'documents.archive_sealed' : 'documents.archive_original'),
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { file: null, result: refusalIn(phrases, error) }
  }
}
