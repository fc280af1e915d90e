import { createHash } from 'node:crypto'
import { PDFArray, PDFHexString, PDFRef, PDFString, type PDFDict, type PDFObject } from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import Unproven from '../errors/unproven.js'
import { fillSlot, TimestampDictionary, type SignatureSlot } from '../pades/signature_dictionary.js'
import { PRINT_AND_LOCKED } from '../pades/signature_field.js'
import { SignedRange } from '../pades/signed_range.js'
import { isCheckable, readTimestamp } from '../pades/timestamp_token.js'
import { name } from '../pdf/names.js'
import { PdfFile } from '../pdf/pdf_file.js'
import { NUMBERINGS, PdfSection, type Numbering } from '../pdf/pdf_section.js'

/** A file that lacks nothing but the token of its time stamp. */
export interface RoomForStamp {
  bytes: Buffer
  slot: SignatureSlot
}

/** A time stamp over a file up to its end, without its own digits. */
export interface FoundStamp {
  token: Uint8Array
  at: Date
  /** As its certificate names it. */
  authority: string
  /** Else browsers lack its algorithm, and it does not count. */
  isChecked: boolean
}

/**
 * Writes a document time stamp behind a file that has proofs for the long term, with room for its token (ETSI EN 319 142-1, 5.4.3): in a
 * field that shows nothing and is on no page, in a revision that DocMDP P=1 permits. The same of the same, byte for byte.
 *
 * @throws E_NOT_OUR_PDF
 */
export function withRoomForStamp(
  proven: Uint8Array,
  roomBytes: number,
  numbering?: Numbering
): RoomForStamp {
  const file = PdfFile.read(proven)
  const section = PdfSection.after(file, numbering)
  const { context } = section
  const stamp = new TimestampDictionary(roomBytes)
  const stampRef = section.add(stamp.object)
  const form = formOf(file).clone(context)
  const fields = fieldsOf(file)
  const field = {
    ...{
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(`Timestamp ${fields.length}`),
    },
    ...{ Rect: [0, 0, 0, 0], F: PRINT_AND_LOCKED, V: stampRef, P: file.pageRefs[0] },
  }
  form.set(name('Fields'), context.obj([...fields, section.add(context.obj(field))]))
  const catalog = file.catalog.clone(context)
  catalog.set(name('AcroForm'), form)
  section.put(file.catalogRef, catalog)
  const { bytes, bodies } = section.encode({
    root: file.catalogRef,
    info: file.trailer.get(name('Info')),
    id: identifier(file, proven),
  })
  return { bytes, slot: stamp.bind(bytes, bodies.get(stampRef)!).slot }
}

/** Everything in a file but the digits in a slot: what a document time stamp is about. */
export function coveredBy(bytes: Uint8Array, { at, roomBytes }: SignatureSlot): Buffer {
  return Buffer.concat([bytes.subarray(0, at - 1), bytes.subarray(at + roomBytes * 2 + 1)])
}

/**
 * The document time stamp that is all that a file contains behind its first part, which ends at `end`, and that holds, if it can be checked: made once more of
 * its token, the revision must be the same, byte for byte.
 *
 * @returns null where something else was added
 */
export function stampBehind(bytes: Uint8Array, end: number): FoundStamp | null {
  try {
    const file = PdfFile.read(bytes)
    const field = file.dictionary(fieldsOf(file).at(-1))
    const ref = field.get(name('V'))
    if (!(ref instanceof PDFRef)) return null
    const dictionary = file.dictionary(ref)
    const range = SignedRange.of(dictionary, file)
    const token = range.signatureOf(dictionary, ref, 'DocTimeStamp')
    const before = bytes.subarray(0, end)
    const roomBytes = (range.end - range.start - 2) / 2
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const slot = slotIn(whole, (numbering) => withRoomForStamp(before, roomBytes, numbering), token)
    if (!slot) return null
    const { at, authority } = readTimestamp(token, coveredBy(bytes, slot))
    return { token, at, authority, isChecked: isCheckable(token) }
  } catch (error) {
    if (error instanceof NotOurPdf || error instanceof Unproven) return null
    throw error
  }
}

/** Where its token is in a file that is the same as what is made once more, by one numbering or another. */
function slotIn(
  whole: Buffer,
  make: (numbering: Numbering) => RoomForStamp,
  token: Buffer
): SignatureSlot | null {
  for (const numbering of NUMBERINGS) {
    const { bytes, slot } = make(numbering)
    fillSlot(bytes, slot, token)
    if (bytes.equals(whole)) return slot
  }
  return null
}

function formOf(file: PdfFile): PDFDict {
  return file.dictionary(file.catalog.get(name('AcroForm')))
}

function fieldsOf(file: PdfFile): PDFObject[] {
  const fields = file.resolve(formOf(file).get(name('Fields')))
  if (!(fields instanceof PDFArray)) throw new NotOurPdf('its form has no fields')
  return fields.asArray()
}

/** The first half names the document, the second this state of it (ISO 32000-2, 14.4). */
function identifier(file: PdfFile, proven: Uint8Array): PDFObject {
  const before = file.resolve(file.trailer.get(name('ID')))
  if (!(before instanceof PDFArray)) throw new NotOurPdf('its trailer has no identifier')
  const digest = createHash('sha256').update(proven).digest('hex')
  return file.context.obj([before.get(0), PDFHexString.of(digest.slice(0, 32))])
}
