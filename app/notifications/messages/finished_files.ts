import Document from '#app/documents/document'
import FileDamaged from '#app/documents/errors/file_damaged'
import { servedFile } from '#app/documents/files/packet_file'
import { StoredFile } from '#app/documents/files/stored_file'
import type Signer from '#app/documents/signers/signer'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { SignedArchive } from '#app/signing/certificate/signed_archive'
import type { Correspondence } from '../correspondence.js'
import type Mail from '../mail.js'

/** As nodemailer takes it. */
export interface AttachedFile {
  filename: string
  contentType: string
  content: Buffer
}

/** A mail with so much in it, encoded (RFC 2045, 6.8), is below the 10,240,000 bytes that Postfix takes as it is installed. */
export const MAX_ATTACHED_MB = 7
const MAX_ATTACHED_BYTES = MAX_ATTACHED_MB * 1_000_000

const PDF = 'application/pdf'

/**
 * What a mail carries: the finished PDFs, where the tenant wants that at this moment, they fit, and their reader need not prove anything
 * before they see the document. Else nothing, and the link in the mail leads to them.
 */
export async function finishedFiles(mail: Mail, about: Correspondence): Promise<AttachedFile[]> {
  const { document, profile } = about
  if (mail.kind !== 'completed' || !isForParty(mail, about)) return []
  if (profile.brand.snapshot.finishedFile !== 'attachment') return []
  if (bytesOnRecord(document) > MAX_ATTACHED_BYTES) return []
  try {
    const files = document.isPacket ? await filesOfPacket(document) : await fileOf(document)
    return sizeOf(files) > MAX_ATTACHED_BYTES ? [] : files
  } catch (error) {
    if (error instanceof FileDamaged) return [] // operators know, and the mail need not wait for them
    throw error
  }
}

/** Signers who come by their link alone, and the sender. */
function isForParty(mail: Mail, about: Correspondence): boolean {
  const signer = about.signer(mail.signerId)
  return signer ? !hasToProve(signer) : about.member(mail) === about.sender
}

function hasToProve({ identity, accessCommitment, oneTimeCode }: Signer): boolean {
  return identity !== null || accessCommitment !== null || oneTimeCode !== null
}

function bytesOnRecord({ files, servedSeal }: Document): number {
  const seals = files.map(({ seal }) => (seal ? servedFile(seal).bytes : 0))
  return seals.reduce((sum, bytes) => sum + bytes, 0) || (servedSeal?.bytes ?? 0)
}

async function fileOf(document: Document): Promise<AttachedFile[]> {
  const file = await StoredFile.sealed(document)
  if (!file) return []
  return [{ filename: file.name, contentType: PDF, content: await file.read() }]
}

/** With the one certificate of all of them. */
async function filesOfPacket({ id }: Document): Promise<AttachedFile[]> {
  const whole = await Document.whole(id)
  const archive = whole && (await SignedArchive.of(whole))
  if (!archive) return []
  const files: AttachedFile[] = []
  for await (const { name, bytes } of archive.entries(CurrentTenant.get()))
    files.push({ filename: name, contentType: PDF, content: Buffer.from(bytes) })
  return files
}

function sizeOf(files: readonly AttachedFile[]): number {
  return files.reduce((sum, { content }) => sum + content.byteLength, 0)
}
