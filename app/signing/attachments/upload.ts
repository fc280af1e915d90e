import { randomBytes } from 'node:crypto'
import type { DocumentChange } from '#app/documents/document_change'
import type Field from '#app/documents/field'
import { fileIn, type HandedInFile } from '#app/documents/field_kinds/attachment'
import type { AcceptedAttachment } from '#app/documents/files/accepted_attachment'
import type { Vault } from '#app/documents/files/vault'
import type Signer from '#app/documents/signers/signer'
import { clock } from '#app/foundation/clock'
import type { Statement } from '#app/tenancy/statement'
import ConsentMissing from '../errors/consent_missing.js'
import AnswersRefused from '../errors/answers_refused.js'
import UploadSuperseded from '../errors/upload_superseded.js'
import { unknownField, type AnswersInput } from '../signature/answers.js'

const KEY_BYTES = 16

/** Behind the key a browser may keep what the page shows of the file. */
const BEHIND_KEY = '/'

/** What is said of a file that is none of this field's, or not any more. */
const GONE = 'gone'

type Uploaded = Pick<Field, 'id' | 'type' | 'uploadKey' | 'upload'>

/** What is known of a file until its signer finishes. */
interface KeptUpload extends HandedInFile {
  /** When it began to arrive; the release before did not keep it. */
  begunAt?: string
}

/** How a file comes. */
export interface Arrival {
  begunAt?: Date
  isCancelled?: () => boolean
}

interface Upload extends Required<Arrival> {
  fieldId: string
  file: HandedInFile
  vault: Vault
}

/** A file that lies in the vault already, and what is known of it. */
export async function storedUpload(
  vault: Vault,
  { content, ...facts }: AcceptedAttachment
): Promise<HandedInFile> {
  const key = randomBytes(KEY_BYTES).toString('hex')
  await vault.write(`attachment-${key}`, content)
  return { key, ...facts, bytes: content.length }
}

/** What remains after all is taken by the sweep of the storage. */
export async function removeUpload(vault: Vault, key: string): Promise<void> {
  await vault.remove(`attachment-${key}`).catch(() => {})
}

/**
 * The file of a field, instead of one that began before it, unless it was cancelled. Nothing is said of it before its signer finishes: no entry, no event.
 *
 * @returns the key of the one before
 * @throws ConsentMissing, AnswersRefused where the field is none of theirs, UploadSuperseded
 */
export function upload(
  change: DocumentChange,
  signer: Signer,
  { fieldId, file, begunAt, isCancelled, vault }: Upload
): string | null {
  if (!signer.consentedAt) throw new ConsentMissing()
  const field = change.document.fieldsOf(signer).find(({ id }) => id === fieldId)
  if (field?.type !== 'attachment') throw new AnswersRefused([unknownField(fieldId)])
  if (isCancelled() || isSuperseded(field, begunAt, vault)) throw new UploadSuperseded()
  const kept: KeptUpload = { ...file, begunAt: begunAt.toISOString() }
  const sealed = vault.sealValue(nameOf(field), JSON.stringify(kept))
  const text = 'update fields set upload_key = $2, upload = $3 where id = $1 and value is null'
  change.write({ text, values: [fieldId, file.key, sealed] })
  return field.uploadKey ?? null
}

/** Another has come that began later. One from the future says nothing: the clock has been set back. */
function isSuperseded(field: Uploaded, begunAt: Date, vault: Vault): boolean {
  const other = new Date(keptOf(field, vault)?.begunAt ?? 0)
  return other > begunAt && other <= clock.now()
}

/** A browser names what was uploaded for a field by its key; in the place of that comes what is known of the file. */
export function withUploads(
  input: AnswersInput,
  fields: readonly Uploaded[],
  vault: Vault
): AnswersInput {
  const values = { ...input.values }
  for (const field of fields)
    if (field.type === 'attachment' && values[field.id])
      values[field.id] = knownOf(field, String(values[field.id]), vault)
  return { ...input, values }
}

function knownOf(field: Uploaded, given: string, vault: Vault): string {
  const [key] = given.split(BEHIND_KEY)
  const kept = field.uploadKey === key ? keptOf(field, vault) : null
  // which of two came first matters no more
  return kept ? JSON.stringify({ ...kept, begunAt: undefined }) : GONE
}

function keptOf(field: Uploaded, vault: Vault): KeptUpload | null {
  if (!field.upload) return null
  return JSON.parse(vault.openValue(nameOf(field), field.upload).toString('utf8')) as KeptUpload
}

function nameOf({ id }: Pick<Field, 'id'>): string {
  return `upload|${id}`
}

/** Of fields that were left empty after all, nothing is kept; the sweep of the storage takes the files. */
export function forgetting(
  fields: readonly Uploaded[],
  answers: ReadonlyMap<string, string>
): Statement[] {
  const left = fields.filter(({ id, uploadKey }) => uploadKey && !answers.get(id))
  const text = 'update fields set upload_key = null, upload = null where id = any($1)'
  return left.length > 0 ? [{ text, values: [left.map(({ id }) => id)] }] : []
}

/** What the trail says of a file beside the commitment to what is stored of it. */
export function uploadFacts(stored: string) {
  const file = fileIn(stored)
  if (!file) return null
  const { name: fileName, type: mediaType, bytes, sha256: fileSha256, receivedSha256 } = file
  return { details: { mediaType, bytes, fileSha256, receivedSha256 }, personal: { fileName } }
}
