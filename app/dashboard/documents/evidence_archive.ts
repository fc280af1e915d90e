import type Document from '#app/documents/document'
import { reachableDocument } from '#app/documents/bulk_actions/document_act'
import { fileStemOf } from '#app/documents/files/file_name'
import { clock } from '#app/foundation/clock'
import { BOM, csvLine } from '#app/foundation/csv_line'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { ZipEntry } from '#app/foundation/zip_file'
import { EvidencePackage } from '#app/signing/evidence_package/evidence_package'
import { isMissingPackage } from '#app/signing/evidence_package/missing_package'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'
import type { ArchiveReader } from './archive.js'

const HEADER = ['id', 'title', 'state', 'originalSha256', 'sealedSha256', 'folder', 'result']

/** Short enough for what is in it to be unpacked on Windows, too. */
const MAX_FOLDER = 60

interface Turn {
  document: Document | null
  evidence: EvidencePackage | null
  result: string
}

/**
 * Of each document its evidence package, in a folder of its own, made when its turn comes; then a list of what is there and what is not.
 * It is read after the request's own scope has been left.
 */
export async function* evidenceArchiveOf(
  scope: Scope,
  ids: readonly string[],
  reader: ArchiveReader
): AsyncGenerator<ZipEntry> {
  const lines = [BOM, csvLine(HEADER)]
  const at = clock.now()
  const digits = Math.max(2, String(ids.length).length)
  for (const [index, id] of ids.entries()) {
    const { document, evidence, result } = await CurrentTenant.run(scope, () => turnOf(id, reader))
    const number = String(index + 1).padStart(digits, '0')
    const folder = evidence && `${number} ${fileStemOf(document!.title, MAX_FOLDER)}-evidence`
    const missing = evidence && (yield* within(folder!, evidence.entries(scope), reader))
    lines.push(lineOf(id, document, folder, missing ?? result))
  }
  yield { name: 'contents.csv', bytes: Buffer.from(lines.join('')), at }
}

/** It leaves the house, so the trail says so, before it does. */
async function turnOf(id: string, { audience, by, phrases }: ArchiveReader): Promise<Turn> {
  const { t } = phrases
  const nothing = { document: null, evidence: null }
  let document: Document | null = null
  try {
    document = await reachableDocument(id, audience, 'view')
    if (!document) return { ...nothing, result: t('documents.archive_absent') }
    if (document.status === 'draft')
      return { ...nothing, document, result: t('documents.archive_draft') }
    const evidence = await EvidencePackage.of(document, { mayReadValues: true })
    await evidence.recordDownloads(by)
    return { document, evidence, result: t('documents.evidence') }
  } catch (error) {
    if (!isMissingPackage(error)) throw error
    return { ...nothing, document, result: refusalIn(phrases, error) }
  }
}

/** @returns what a package lacks that breaks off, since a file in it is damaged or has just been erased; null where it is whole */
async function* within(
  folder: string,
  entries: AsyncIterable<ZipEntry>,
  { phrases }: ArchiveReader
): AsyncGenerator<ZipEntry, string | null> {
  try {
    for await (const entry of entries) yield { ...entry, name: `${folder}/${entry.name}` }
    return null
  } catch (error) {
    if (!isMissingPackage(error)) throw error
    return phrases.t('documents.archive_incomplete', { reason: refusalIn(phrases, error) })
  }
}

function lineOf(
  id: string,
  document: Document | null,
  folder: string | null,
  result: string
): string {
  const { title, displayStatus, originalSha256, servedSeal } = document ?? {}
  const facts = [title, displayStatus, originalSha256, servedSeal?.sha256]
  return csvLine([id, ...facts.map((fact) => fact ?? null), folder, result])
}
