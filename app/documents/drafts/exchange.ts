import type { Actor } from '#app/audit/actor'
import { MINUTE_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import OutcomeUnknown from '#app/tenancy/errors/outcome_unknown'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import Document from '../document.js'
import type { DocumentChange } from '../document_change.js'
import type Field from '../field.js'
import { keepState, said } from './draft_states.js'
import { filesOf } from './page_tracing.js'
import { assertEditable } from './revision.js'
import { fitsOn } from './field_placement.js'
import { uploadFacts, uploadNames, type AcceptedPdf } from '../files/accepted_pdf.js'
import type { PacketFile } from '../files/packet_file.js'
import { newFileKey, storeUpload } from '../files/stored_upload.js'
import { Vault } from '../files/vault.js'
import FieldsWithoutPage from '../errors/fields_without_page.js'

/** Somebody may be reading the old file at this moment. */
const KEPT_MS = 10 * MINUTE_MS

export interface Exchange {
  by: Actor
  /** Of the draft that the caller has read; without it the last one to write wins. */
  version?: string
  /** Fields that the new pages have no place for are removed. */
  dropFields?: boolean
  /** Where a page of now stands in the new file, null for one that is gone; without it each stays where it is. */
  movedTo?: (page: number) => number | null
  /** What else belongs into the unit that makes the change. */
  within?: (document: Document) => Promise<void>
}

/**
 * Gives a draft another file. It is stored under names of its own before the unit that names it, so two who upload at once never
 * overwrite each other; the old file is removed after the commit. Fields stay where they are, or go with their pages.
 *
 * @throws OutcomeUnknown, DocumentTransitionRefused unless it is a draft, DraftChanged, FieldsWithoutPage
 */
export async function exchange(
  draft: Document,
  upload: AcceptedPdf,
  { by, version, dropFields = false, movedTo, within }: Exchange
): Promise<Document> {
  const key = newFileKey()
  const vault = await Vault.open(draft)
  const { names, files } = await storeUpload(vault, upload, key)
  try {
    return await unit(async () => {
      const document = await Document.change(draft.id, async (change) => {
        assertEditable(change.document, version)
        await put(change, { upload, files, key, by, dropFields, movedTo })
        return change.document
      })
      await within?.(document)
      return document
    })
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) await vault.remove(...names)
    throw error
  }
}

interface NewFile {
  upload: AcceptedPdf
  files: PacketFile[]
  key: string
  by: Actor
  dropFields: boolean
  movedTo?: (page: number) => number | null
}

async function put(
  change: DocumentChange,
  { upload, files, key, by, dropFields, movedTo: arranged }: NewFile
): Promise<void> {
  const { document } = change
  const movedTo = arranged ?? ((page: number) => page)
  const { pages, fileName, originalSha256, canonicalSha256, signatures } = upload
  const homeless = document.fields.filter((field) => {
    const page = movedTo(field.page)
    const { x, y, width, height } = field
    return page === null || !fitsOn({ page, x, y, width, height }, pages)
  })
  if (homeless.length > 0 && !dropFields) throw new FieldsWithoutPage(homeless, pages.length)
  const old = document.uploadedFiles
  const before = { said: said(document), at: document.updatedAt, files: filesOf(document) }
  const replacedSha256 = document.originalSha256
  document.merge({
    ...{ fileName, pages, pageCount: pages.length, fileKey: key, files },
    ...{ originalSha256, canonicalSha256, originalBytes: upload.original.length },
    earlierSignatures: signatures,
    updatedAt: tenantClock.now(),
  })
  drop(change, homeless)
  move(change, movedTo)
  await keepState(change, {
    ...{ before, changed: ['file'], by, isAutosaved: false },
    files: { before: before.files, after: filesOf(document), isReplaced: !arranged },
  })
  change.log({
    action: 'document.uploaded',
    actor: by,
    details: {
      ...{ originalSha256, canonicalSha256, pageCount: pages.length, replacedSha256 },
      ...(homeless.length > 0 && { fieldsRemoved: homeless.length }),
      ...uploadFacts(upload),
    },
    personal: uploadNames(upload),
  })
  const dueAt = new Date(tenantClock.now().getTime() + KEPT_MS)
  Outbox.append(
    ...old.map((kind) => ({
      kind: 'documents.remove_file' as const,
      ref: `${document.id}/${kind}`,
      dueAt,
    }))
  )
}

function drop(change: DocumentChange, homeless: readonly Field[]): void {
  if (homeless.length === 0) return
  const { document } = change
  const kept = document.fields.filter((field) => !homeless.includes(field))
  document.$setRelated('fields', kept)
  const ids = homeless.map(({ id }) => id)
  change.write({
    text: 'delete from fields where document_id = $1 and id = any ($2)',
    values: [document.id, ids],
  })
}

/** Fields whose page stands somewhere else. */
function move(change: DocumentChange, movedTo: (page: number) => number | null): void {
  const { document } = change
  const moved = document.fields.filter(({ page }) => movedTo(page) !== page)
  if (moved.length === 0) return
  for (const field of moved) field.page = movedTo(field.page)!
  change.write({
    text: `update fields set page = moved.page from unnest($2::text[], $3::int[]) as moved (id, page)
      where document_id = $1 and fields.id = moved.id`,
    values: [document.id, moved.map(({ id }) => id), moved.map(({ page }) => page)],
  })
}
