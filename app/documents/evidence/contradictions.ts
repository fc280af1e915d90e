import { canonicalJson } from '#app/foundation/canonical_json'
import { DAY_MS } from '#app/foundation/duration'
import type Document from '../document.js'
import { isTerminal } from '../document_status.js'
import type { PacketFile } from '../files/packet_file.js'
import type { ProvenDocument } from './proven_document.js'
import { ProvenFile } from './proven_file.js'
import type { ProvenSigner } from './proven_signer.js'
import { fieldsHash, optionsOf, senderOf } from '../sent_facts.js'
import { accessCheckOf } from '../signers/access_code.js'
import type Signer from '../signers/signer.js'

/** A row and its entry are written in one unit, and each reads the clock. */
const TOLERANCE_MS = 60_000

/** What the rows of a document say otherwise than its trail; personal values are named, never repeated. */
export function contradictions(document: Document, proven: ProvenDocument): string[] {
  const { originalSha256, canonicalSha256, sealedSha256, certificateSha256, pageCount } = proven
  const { unstampedSha256 } = proven
  const isSent = proven.sentAt !== null
  return [
    ...differing('the status', statusOf(document), statusOf(proven)),
    ...differing('the original’s SHA-256', document.originalSha256, originalSha256),
    ...differing('the canonical’s SHA-256', document.canonicalSha256, canonicalSha256),
    ...differing('the signed file’s SHA-256', document.revisionSha256, proven.revisionSha256),
    ...differing('the sealed file’s SHA-256', document.sealedSha256, sealedSha256),
    ...differing('its SHA-256 before the time stamp', document.unstampedSha256, unstampedSha256),
    ...differing('the SHA-256 with its proofs', laterOf(document), proven.laterSha256s.join()),
    ...differing('the certificate’s SHA-256', document.certificateSha256, certificateSha256),
    ...differing('its files', filesOf(document), filesOf(proven)),
    ...differing('the number of pages', document.pageCount, pageCount),
    ...differing('whether it was erased', document.isErased, proven.isErased),
    ...madeLater(document.createdAt, proven.createdAt),
    ...distant('the day it was sent', document.sentAt, proven.sentAt),
    ...distant('the day of its end', document.endedAt, proven.endedAt),
    ...(isSent && !proven.isErased ? differing('the title', document.title, proven.title) : []),
    ...(proven.sender
      ? differing(
          'the look of its sender',
          canonicalJson(senderOf(document, proven.sender.name)),
          canonicalJson(proven.sender)
        )
      : []),
    ...(proven.fieldsSha256
      ? differing('a field’s place', fieldsHash(document.fields), proven.fieldsSha256)
      : []),
    ...(isSent && !proven.isErased
      ? differing(
          'what is said of a field',
          optionsOf(document.fields).fieldOptions ?? null,
          proven.fieldOptions
        )
      : []),
    ...(isSent ? ofSigners(document, proven) : []),
  ]
}

/** Names go when a document is erased; the hashes stay. */
function filesOf({ files, isErased }: Document | ProvenDocument): string {
  return canonicalJson(files.map((file) => fileText(file, isErased)))
}

function fileText(file: PacketFile | ProvenFile, isErased: boolean) {
  const { name, pageCount, originalSha256, canonicalSha256 } = file
  const said = { name: isErased ? null : name, pageCount, originalSha256, canonicalSha256 }
  if (file instanceof ProvenFile) {
    const { sealedSha256, unstampedSha256, laterSha256s } = file
    return { ...said, sealedSha256, unstampedSha256, later: laterSha256s.join() }
  }
  const { sha256 = null, unstampedSha256 = null, laterRevisions = [] } = file.seal ?? {}
  const later = laterRevisions.map((revision) => revision.sha256).join()
  return { ...said, sealedSha256: sha256, unstampedSha256, later }
}

function laterOf({ laterRevisions }: Document): string {
  return laterRevisions.map(({ sha256 }) => sha256).join()
}

/** A document that is viewed and one that is pending differ by nothing that older trails tell. */
function statusOf({ status }: Pick<Document, 'status'>): string {
  return status === 'viewed' ? 'pending' : status
}

function ofSigners(document: Document, proven: ProvenDocument): string[] {
  const rows = new Map(document.signers.map((signer) => [signer.id, signer]))
  const strangers = proven.namesSigners
    ? document.signers.filter(({ id }) => !proven.signers.some((signer) => signer.id === id))
    : []
  return [
    ...strangers.map(({ id }) => `${id} is a signer whom the sending does not name`),
    ...proven.signers.flatMap((signer) => {
      const row = rows.get(signer.id)
      return row
        ? ofSigner(row, signer, proven).map((what) => `${signer.id}: ${what}`)
        : [`the signer ${signer.id} is gone`]
    }),
  ]
}

function ofSigner(row: Signer, signer: ProvenSigner, proven: ProvenDocument): string[] {
  const { consent } = signer
  const isOver = isTerminal(proven.status)
  return [
    ...(isOver || signer.status === 'signed' || row.status === 'signed'
      ? differing('the status', row.status, signer.status)
      : []),
    ...(proven.namesSigners && !proven.isErased
      ? [
          ...differing('the role', row.role, signer.role),
          ...differing('whether they sign in person', row.inPerson, signer.inPerson),
          ...differing('the name', row.name, signer.name),
          ...differing('the address', row.email, signer.email),
          ...differing('the proof of identity that is asked for', row.identity, signer.identity),
          ...differing('the certificate that is asked for', row.certificate, signer.certificate),
          ...differing('the signature with a certificate', certifiedOf(row), provenOf(signer)),
          ...differing('the code that is asked for', accessCheckOf(row), signer.access),
          ...differing('the phone number', row.phone, signer.phone),
          ...differing('the order', row.isOrdered ? row.turn : null, signer.order),
        ]
      : []),
    ...(proven.isErased || signer.status !== 'signed'
      ? []
      : [
          ...differing('the IP address', row.ipAddress, signer.ipAddress),
          // a browser that does not name itself leaves no personal value
          ...differing('the browser', row.userAgent || null, signer.userAgent || null),
        ]),
    ...differing('the version of the consent', row.consentVersion, consent?.version ?? null),
    ...differing('the text of the consent', row.consentSha256, consent?.sha256 ?? null),
    ...distant('the time of the signature', row.signedAt, signer.signedAt),
    ...distant('the time of the invitation', row.sentAt, signer.sentAt),
    ...(signer.viewedAt || proven.namesSigners
      ? distant('the time of the first view', row.viewedAt, signer.viewedAt)
      : []),
  ]
}

function certifiedOf({ certified }: Signer): string | null {
  if (!certified) return null
  const { revisionSha256, revisionBytes, sha256, validUntil, subject, issuer, serial } = certified
  return canonicalJson({
    revisionSha256,
    revisionBytes,
    sha256,
    validUntil,
    subject,
    issuer,
    serial,
  })
}

function provenOf({ certified }: ProvenSigner): string | null {
  if (!certified) return null
  const { certificateSha256: sha256, ...told } = certified
  return canonicalJson({ ...told, sha256 })
}

function differing(what: string, row: unknown, proven: unknown): string[] {
  return (row ?? null) === (proven ?? null) ? [] : [`${what} is not what the trail tells`]
}

/**
 * Earlier releases dated the row before they stored the files, and the entry after: in between a sandbox's clock may have been moved
 * on by years, and this machine's set right. The certificate prints the entry's time.
 */
function madeLater(row: Date, proven: Date | null): string[] {
  const isLater = proven === null || row.getTime() - proven.getTime() > DAY_MS
  return isLater ? ['the day it was made is not what the trail tells'] : []
}

function distant(what: string, row: Date | null, proven: Date | null): string[] {
  const isNear =
    row && proven ? Math.abs(row.getTime() - proven.getTime()) <= TOLERANCE_MS : row === proven
  return isNear ? [] : [`${what} is not what the trail tells`]
}
