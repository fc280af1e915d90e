import { createHash } from 'node:crypto'
import { PDFArray, PDFDict, PDFHexString, PDFRawStream, type PDFObject } from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import { name } from '../pdf/names.js'
import { PdfFile } from '../pdf/pdf_file.js'
import { NUMBERINGS, PdfSection, type Numbering } from '../pdf/pdf_section.js'
import type { Proofs } from './proofs.js'

/** The entries of a DSS (ISO 32000-2, 12.8.4.3). */
const ENTRIES = { certificates: 'Certs', lists: 'CRLs', answers: 'OCSPs' } as const

const KINDS = Object.keys(ENTRIES) as (keyof Proofs)[]

/**
 * Writes proofs for the long term behind a sealed file: a document security store, in a revision that changes nothing of what the file shows
 * and that DocMDP P=1 permits. It lists what the store before it had, and then the new. The same of the same, byte for byte.
 *
 * @throws E_NOT_OUR_PDF
 */
export function withProofs(sealed: Uint8Array, proofs: Proofs, numbering?: Numbering): Buffer {
  const file = PdfFile.read(sealed)
  const section = PdfSection.after(file, numbering)
  const { context } = section
  const streams = (some: readonly Uint8Array[]) =>
    some.map((der) => section.add(PDFRawStream.of(context.obj({ Length: der.length }), der)))
  const store = context.obj({ Type: 'DSS' })
  for (const kind of KINDS) {
    const listed = [...listedIn(file, kind), ...streams(proofs[kind])]
    if (listed.length > 0) store.set(name(ENTRIES[kind]), context.obj(listed))
  }
  const catalog = file.catalog.clone(context)
  catalog.set(name('DSS'), section.add(store))
  section.put(file.catalogRef, catalog)
  const info = file.trailer.get(name('Info'))
  return section.encode({ root: file.catalogRef, info, id: identifier(file, proofs) }).bytes
}

/**
 * What a file contains behind its first part, which ends at `end`: it is taken out, the revision is made once more of it, and must be the
 * same, byte for byte. So nothing can be there but proofs.
 *
 * @returns null where something else was added
 */
export function proofsBehind(bytes: Uint8Array, end: number): Proofs | null {
  try {
    const before = bytes.subarray(0, end)
    const proofs = added(PdfFile.read(bytes), PdfFile.read(before))
    if (!proofs) return null
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const isSame = NUMBERINGS.some((numbering) =>
      withProofs(before, proofs, numbering).equals(whole)
    )
    return isSame ? proofs : null
  } catch (error) {
    if (error instanceof NotOurPdf) return null
    throw error
  }
}

/** What its store lists behind what the one before it does. */
function added(file: PdfFile, before: PdfFile): Proofs | null {
  if (!storeOf(file)) return null
  const [certificates, lists, answers] = KINDS.map((kind) =>
    listedIn(file, kind)
      .slice(listedIn(before, kind).length)
      .map((entry) => contentsOf(file, entry))
  )
  return { certificates: certificates!, lists: lists!, answers: answers! }
}

function storeOf(file: PdfFile): PDFDict | null {
  const store = file.resolve(file.catalog.get(name('DSS')))
  return store instanceof PDFDict ? store : null
}

function listedIn(file: PdfFile, kind: keyof Proofs): PDFObject[] {
  const found = file.resolve(storeOf(file)?.get(name(ENTRIES[kind])))
  return found instanceof PDFArray ? found.asArray() : []
}

function contentsOf(file: PdfFile, entry: PDFObject): Uint8Array {
  const stream = file.resolve(entry)
  if (!(stream instanceof PDFRawStream)) throw new NotOurPdf('its proofs are no streams')
  return stream.getContents()
}

/** The first half names the document, the second this state of it (ISO 32000-2, 14.4). */
function identifier(file: PdfFile, proofs: Proofs): PDFObject {
  const hash = createHash('sha256')
  for (const der of KINDS.flatMap((kind) => proofs[kind])) hash.update(der)
  const before = file.resolve(file.trailer.get(name('ID')))
  if (!(before instanceof PDFArray)) throw new NotOurPdf('its trailer has no identifier')
  return file.context.obj([before.get(0), PDFHexString.of(hash.digest('hex').slice(0, 32))])
}
