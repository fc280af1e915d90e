import { createHash } from 'node:crypto'
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFObject,
} from 'pdf-lib'
import { claimsPdfA } from '../archival/archival_level.js'
import SealImpossible from '../errors/seal_impossible.js'
import { Materials } from '../pages/materials.js'
import { isMark } from '../pages/stamp.js'
import { SignatureDictionary } from '../pades/signature_dictionary.js'
import { SIGNATURES_EXIST, SignatureField } from '../pades/signature_field.js'
import { name } from '../pdf/names.js'
import { PdfSection } from '../pdf/pdf_section.js'
import { markOf, type Unsigned } from '../sealed_document.js'
import type { SealOrder } from '../seal_order.js'
import { ownSignaturesEntry } from './own_signatures.js'
import { plainStream } from './plain_stream.js'
import { SignedFile } from './signed_file.js'
import { signedPages, type SignedPage } from './signed_pages.js'
import { StampAnnotations } from './stamp_annotations.js'

/**
 * A document that bears signatures already, with everything a seal adds to it behind its last byte. The pages stay what they are: what
 * signers entered are annotations above them, and the seal is one more approval signature, since only the first may certify (ISO 32000-2,
 * 12.8.2.2). No page is added, for no signature before it would allow that: the certificate is a file of its own.
 */
export class CountersignedDocument {
  #file: SignedFile
  #section: PdfSection
  #materials: Materials
  #pages: SignedPage[]

  /** @throws E_SEAL_IMPOSSIBLE, E_NOT_OUR_PDF, E_SIGNATURE_IMAGE_UNREADABLE */
  static async prepare(order: SealOrder, roomBytes: number): Promise<Unsigned> {
    const document = new CountersignedDocument(order)
    await document.#materials.readPictures()
    return document.#prepare(roomBytes)
  }

  private constructor(readonly order: SealOrder) {
    this.#file = SignedFile.read(order.canonical)
    this.#section = PdfSection.after(this.#file)
    const latin = saysPdfA(this.#file) ? 'embedded' : 'standard'
    this.#materials = new Materials(this.#section, order, latin)
    this.#pages = signedPages(this.#file)
    this.#refuseContradictions()
  }

  #refuseContradictions() {
    const { canonical, certificate, revisionSha256, placements, signaturePage } = this.order
    const sha256 = createHash('sha256').update(canonical).digest('hex')
    if (sha256 !== (revisionSha256 ?? certificate.canonicalSha256))
      throw new SealImpossible('its bytes are not those whose fingerprint its trail has')
    if (signaturePage.length > 0)
      throw new SealImpossible('a signer has no place in it, and no page can be added to it')
    const stray = placements.find(({ page }) => this.#pages[page - 1] === undefined)
    if (stray)
      throw new SealImpossible(`a field stands on page ${stray.page}, which does not exist`)
  }

  #prepare(roomBytes: number): Unsigned {
    const { signing, placements, ownSignatures = [] } = this.order
    const signature = new SignatureDictionary(
      { name: signing.signerName, reason: signing.reason, at: signing.at },
      roomBytes,
      { certifies: false, more: ownSignaturesEntry(ownSignatures) }
    )
    const signatureRef = this.#section.add(signature.object)
    const field = new SignatureField(this.#section, signatureRef)
    this.#annotate(field.ref)
    const [{ ref: page }] = this.#pages as [SignedPage]
    field.write({ page, box: { x: 0, y: 0, width: 0, height: 0 } }, {}, this.#extendForm(field.ref))
    this.#materials.fonts.finish()
    const { bytes, bodies } = this.#section.encode({
      root: this.#file.catalogRef,
      info: this.#file.trailer.get(name('Info')),
      id: this.#identifier(),
    })
    return {
      file: bytes,
      pageCount: this.#pages.length,
      marks: placements.filter(isMark).map(markOf),
      ...signature.bind(bytes, bodies.get(signatureRef)!),
    }
  }

  /** @param field  of the seal, which shows nothing and belongs to the first page */
  #annotate(field: PDFRef) {
    const annotations = new StampAnnotations(this.#section, this.#materials, this.order)
    const byPage = Map.groupBy(this.order.placements.filter(isMark), ({ page }) => page - 1)
    const shared = sharedLists(this.#pages)
    this.#pages.forEach((page, index) => {
      const own = index === 0 ? [field] : []
      const added = [...annotations.write(page, byPage.get(index) ?? []), ...own]
      if (added.length > 0) this.#list(page, added, shared)
    })
  }

  #list({ ref, dictionary }: SignedPage, added: PDFRef[], shared: ReadonlySet<PDFObject>) {
    const { context } = this.#section
    const before = dictionary.get(name('Annots'))
    const list = context.obj([...this.#file.array(before), ...added])
    if (before instanceof PDFRef && !shared.has(before)) return this.#section.put(before, list)
    const page = dictionary.clone(context)
    page.set(name('Annots'), list)
    this.#section.put(ref, page)
  }

  /** @returns what the field is called: no two have the same name */
  #extendForm(field: PDFRef): string {
    const { context } = this.#section
    const entry = this.#file.catalog.get(name('AcroForm'))
    const form = entry ? this.#file.dictionary(entry).clone(context) : context.obj({})
    const before = form.get(name('Fields'))
    const fields = this.#file.array(before)
    const list = context.obj([...fields, field])
    if (before instanceof PDFRef) this.#section.put(before, list)
    else form.set(name('Fields'), list)
    form.set(name('SigFlags'), PDFNumber.of(SIGNATURES_EXIST))
    if (entry instanceof PDFRef) this.#section.put(entry, form)
    else {
      const catalog = this.#file.catalog.clone(context)
      catalog.set(name('AcroForm'), form)
      this.#section.put(this.#file.catalogRef, catalog)
    }
    const taken = fields.map((each) => this.#nameOf(each))
    return freeName(taken, this.order.signing.field ?? 'Seal')
  }

  #nameOf(field: PDFObject): string {
    const found = this.#file.resolve(field)
    const title = found instanceof PDFDict ? this.#file.resolve(found.get(name('T'))) : undefined
    return title instanceof PDFString || title instanceof PDFHexString ? title.decodeText() : ''
  }

  /** The first half stays, the second names this state of the file (ISO 32000-2, 14.4). */
  #identifier(): PDFObject {
    const { canonicalSha256, chainHead } = this.order.certificate
    const digest = createHash('sha256').update(`${canonicalSha256} ${chainHead}`).digest('hex')
    const state = PDFHexString.of(digest.slice(0, 32))
    const before = this.#file.resolve(this.#file.trailer.get(name('ID')))
    const first = before instanceof PDFArray ? before.get(0) : state
    return this.#section.context.obj([first, state])
  }
}

/** What it claims stays where it is: every byte does. Metadata that cannot be read claims nothing. */
function saysPdfA(file: SignedFile): boolean {
  const metadata = file.resolve(file.catalog.get(name('Metadata')))
  if (!(metadata instanceof PDFRawStream)) return false
  try {
    return claimsPdfA(plainStream(metadata).toString('utf8'))
  } catch {
    return false
  }
}

/** Lists of annotations that more than one page names: a stamp on one would be on both. */
function sharedLists(pages: readonly SignedPage[]): Set<PDFObject> {
  const [seen, shared] = [new Set<PDFObject>(), new Set<PDFObject>()]
  for (const { dictionary } of pages) {
    const list = dictionary.get(name('Annots'))
    if (!list) continue
    if (seen.has(list)) shared.add(list)
    seen.add(list)
  }
  return shared
}

function freeName(taken: readonly string[], first: string): string {
  let free = first
  for (let count = 2; taken.includes(free); count++) free = `${first} ${count}`
  return free
}
