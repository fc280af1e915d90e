import { publicUrl } from '#app/tenants/hosts/public_address'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import type Document from './document.js'
import type { FieldValue } from './field_kinds/field_kind.js'
import type Field from './field.js'
import { firstPageOf, type PacketFile } from './files/packet_file.js'
import type { ReminderPlan } from './reminder_plan.js'
import { certificateView } from './signers/own_certificate.js'
import type Signer from './signers/signer.js'

type Values = ReadonlyMap<string, FieldValue>

interface Options {
  entitlements: TenantEntitlements
  withLinks?: boolean
  /** What signers filled in, where it is to be shown. */
  values?: Values
}

export function iso(date: Date): string
export function iso(date: Date | null): string | null
export function iso(date: Date | null) {
  return date?.toISOString() ?? null
}

/** A document as the API shows it; every field that leaves is named here. */
export const DocumentTransformer = {
  async transform(document: Document, { entitlements, withLinks = false, values }: Options) {
    const tokens = withLinks
      ? await Promise.all(document.signers.map((signer) => signer.token()))
      : []
    return {
      id: document.id,
      documentId: document.id,
      status: document.status,
      title: document.isErased ? null : document.title,
      message: document.message,
      expiresIn: `${document.expiresInDays}d`,
      trackingUrl: document.isErased ? null : await trackingUrl(document, entitlements),
      emailsSent: document.emailsSent,
      failedEmails: document.failedEmails,
      metadata: document.metadata,
      redirectUrl: document.redirectUrl,
      ...(document.allowsDelegation && { allowDelegation: true }),
      ...(document.language && { language: document.language }),
      ...(document.reminderPlan && { reminders: remindersOf(document, document.reminderPlan) }),
      createdBy: document.createdBy,
      ...(document.template && { template: document.template }),
      labels: (await document.readLabels()).map(({ name }) => name),
      progress: document.progress,
      pageCount: document.pageCount,
      ...(document.isPacket && { files: document.files.map(fileView) }),
      ...(document.isSignedBefore && { earlierSignatures: document.earlierSignatures }),
      originalSha256: document.originalSha256,
      canonicalSha256: document.canonicalSha256,
      sealedSha256: document.sealedSha256,
      revisions: revisions(document),
      createdAt: iso(document.createdAt),
      updatedAt: iso(document.updatedAt),
      sentAt: iso(document.sentAt),
      completedAt: iso(document.completedAt),
      declinedAt: iso(document.declinedAt),
      expiredAt: iso(document.expiredAt),
      voidedAt: iso(document.voidedAt),
      voidReason: document.voidReason,
      failedAt: iso(document.failedAt),
      expiresAt: iso(document.expiresAt),
      erasedAt: iso(document.erasedAt ?? null),
      signers: document.signers.map((signer, index) => ({
        ...signerView(signer, document.fieldsOf(signer), values),
        ...(withLinks && signer.hasLink
          ? { signingUrl: signingUrl(tokens[index], entitlements) }
          : {}),
      })),
    }
  },
}

/** A plan, as the API shows it. */
export function reminderPlanView({ first, every, most }: ReminderPlan) {
  return most === 0 ? { most } : { first: `${first}d`, every: `${every}d`, most }
}

function remindersOf({ plannedReminders, nextReminderAt }: Document, plan: ReminderPlan) {
  return { ...reminderPlanView(plan), sent: plannedReminders, nextAt: iso(nextReminderAt) }
}

export function signingUrl(token: string, { signingHost }: TenantEntitlements): string {
  return publicUrl(signingHost, `/sign/${token}`)
}

export async function trackingUrl(
  document: Document,
  { host }: TenantEntitlements
): Promise<string> {
  return publicUrl(host, `/track/${await document.trackingToken()}`)
}

/** One of several files, in the order of their pages. */
export function uploadedFileView(file: PacketFile, index: number, files: readonly PacketFile[]) {
  const { name, pageCount, originalSha256, originalBytes: bytes, canonicalSha256 } = file
  return {
    number: index + 1,
    name,
    firstPage: firstPageOf(files, index),
    ...{ pageCount, bytes, originalSha256, canonicalSha256 },
  }
}

/** The same of a document, which seals it. */
function fileView(file: PacketFile, index: number, files: readonly PacketFile[]) {
  const sealedSha256 = file.seal?.sha256 ?? null
  return { ...uploadedFileView(file, index, files), name: file.name || null, sealedSha256 }
}

/** States of the sealed file, the one that is served last. Level and times come with the hash. */
function revisions(document: Document) {
  const { sealedSha256, sealedLevel, completedAt, unstampedSha256, timestampedAt } = document
  if (!sealedSha256) return []
  const bytes = document.sealedBytes!
  const at = iso((timestampedAt ?? completedAt)!)
  const sealed = { sha256: sealedSha256, bytes, at, level: sealedLevel! }
  const later = document.laterRevisions.map(({ sha256, bytes: all, at: then, level }) => ({
    ...{ sha256, bytes: all, at: then, level },
  }))
  if (!unstampedSha256) return [sealed, ...later]
  const first = { sha256: unstampedSha256, bytes, at: iso(completedAt!), level: 'B-B' as const }
  return [first, sealed, ...later]
}

function signerView(signer: Signer, fields: readonly Field[], values?: Values) {
  const { id, key, role, inPerson, name, email, isOrdered, turn } = signer
  const { identity, askedLanguage, message, declineReason } = signer
  return {
    id,
    key,
    ...(role !== 'signer' && { role }),
    ...(inPerson && { inPerson }),
    name: name || null,
    email: email || null,
    order: isOrdered ? turn : null,
    ...(identity && { identity }),
    ...certificateView(signer),
    ...codeView(signer),
    ...(askedLanguage && { language: askedLanguage }),
    ...(message !== null && { message }),
    status: signer.displayStatus,
    fields: fields.map((field) => fieldView(field, values)),
    sentAt: iso(signer.sentAt),
    viewedAt: iso(signer.viewedAt),
    signedAt: iso(signer.signedAt),
    declinedAt: iso(signer.declinedAt),
    declineReason,
  }
}

function codeView({ accessCommitment, oneTimeCode, phone }: Signer) {
  if (oneTimeCode) return { oneTimeCode, ...(phone && { phone }) }
  return accessCommitment ? { access: 'code' as const } : {}
}

function fieldView(field: Field, values?: Values) {
  const { id, type, page, x, y, width, height, options } = field
  const place = { id, type, page, x, y, width, height, ...(options && { options }) }
  return values ? { ...place, value: values.get(id) ?? null } : place
}
