import { sha256Hex } from '#app/foundation/opaque_token'
import PictureRefused from '#app/foundation/errors/picture_refused'
import { drawAnew } from '#app/foundation/picture/picture'
import { pixelKind } from '#app/foundation/picture/picture_kind'
import { printableOf } from '#app/foundation/printable_text'
import { intake } from '#app/sealing/intake/intake'
import PdfEncrypted from '#app/sealing/errors/pdf_encrypted'
import { charactersWithoutGlyph } from '#app/sealing/type/coverage'
import { isRefusal } from '#app/foundation/refusal'
import type { HandedInFile } from '../field_kinds/attachment.js'
import { LIMITS } from '../limits.js'
import { counted } from './intake_figures.js'
import AttachmentRefused from '../errors/attachment_refused.js'

/** A file of a signer's, in the form in which it is kept. */
export interface AcceptedAttachment extends Omit<HandedInFile, 'key' | 'bytes'> {
  content: Uint8Array
}

type Kept = Pick<AcceptedAttachment, 'type' | 'content'>

const EXTENSIONS: Record<HandedInFile['type'], string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}
const MAX_STEM = 100
const HEAD_BYTES = 1024

/**
 * Anybody with a link may send one, and a sender opens it. So it is kept in a form that shows the same and does nothing: a PDF as documents
 * are, without scripts and files inside, a picture drawn anew, without what its camera said of the place. What kind it is, its bytes tell.
 *
 * @throws AttachmentRefused, and E_INTAKE_BUSY, E_INTAKE_KILLED, E_PICTURES_BUSY, E_PICTURE_READER_KILLED (503)
 */
export async function acceptAttachment(bytes: Buffer, name: string): Promise<AcceptedAttachment> {
  if (bytes.length === 0) throw new AttachmentRefused('attachment_unreadable')
  if (bytes.length > LIMITS.attachmentBytes) throw new AttachmentRefused('attachment_too_large')
  const kept = await (pixelKind(bytes) === null ? keptPdf(bytes) : keptPicture(bytes))
  return {
    ...kept,
    name: safeName(name, EXTENSIONS[kept.type]),
    sha256: sha256Hex(kept.content),
    receivedSha256: sha256Hex(bytes),
  }
}

async function keptPdf(bytes: Buffer): Promise<Kept> {
  if (!bytes.subarray(0, HEAD_BYTES).includes('%PDF-'))
    throw new AttachmentRefused('attachment_kind')
  try {
    const { canonical } = await counted(intake.examine(bytes, { maxPages: LIMITS.pages }))
    return { type: 'application/pdf', content: canonical }
  } catch (error) {
    // what is busy or was killed may go better the next time
    if (!isRefusal(error)) throw error
    const isLocked = error instanceof PdfEncrypted
    throw new AttachmentRefused(isLocked ? 'attachment_locked' : 'attachment_unreadable')
  }
}

async function keptPicture(bytes: Buffer): Promise<Kept> {
  try {
    const { bytes: content } = await drawAnew(bytes, 'attachment')
    const type = pixelKind(content) === 'jpeg' ? 'image/jpeg' : 'image/png'
    return { type, content }
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    const isLarge = error.fault === 'too_large'
    const isOther = error.fault === 'unknown_kind'
    throw new AttachmentRefused(
      isLarge ? 'attachment_too_large' : isOther ? 'attachment_kind' : 'attachment_unreadable'
    )
  }
}

/** The last part of a path, in characters that the document can show, ending as its kind does. */
function safeName(name: string, extension: string): string {
  const last = printableOf((name.split(/[/\\]/).at(-1) ?? '').normalize('NFC'))
  const plain = charactersWithoutGlyph(last).reduce((text, one) => text.replaceAll(one, '_'), last)
  const stem = plain.replace(/[<>:"|?*]/g, '').replace(/\.(?:pdf|jpe?g|png)$/i, '')
  const short = [...stem].slice(0, MAX_STEM).join('').trim()
  return `${short || 'attachment'}.${extension}`
}
