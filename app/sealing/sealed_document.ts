import { createHash } from 'node:crypto'
import { PDFArray, PDFHexString, PDFNumber, type PDFRef, PDFString, type PDFObject } from 'pdf-lib'
import { Drawing } from './pdf/drawing.js'
import { name } from './pdf/names.js'
import { PageBox, rectangleFromCorners, type Rectangle } from './pdf/page_box.js'
import { PageContent } from './pdf/page_content.js'
import { PdfFile } from './pdf/pdf_file.js'
import { PdfSection } from './pdf/pdf_section.js'
import { CertificateOfCompletion } from './pages/certificate_of_completion.js'
import { MARGINS } from './pages/letterhead.js'
import { brandInk } from './pages/palette.js'
import { paperLike, type Paper } from './pages/paper.js'
import { PictureBook, type StoredPicture } from './pages/picture_book.js'
import { Sheets } from './pages/sheets.js'
import { SignatureMark } from './pages/signature_mark.js'
import { drawSignaturePage } from './pages/signature_page.js'
import { Stamp } from './pages/stamp.js'
import { drawTestMark } from './pages/test_mark.js'
import { SignatureDictionary, type SignatureSlot } from './pades/signature_dictionary.js'
import { DocumentFonts } from './type/document_fonts.js'
import { hanFormsOf, type HanForms } from './type/typefaces.js'
import NotOurPdf from './errors/not_our_pdf.js'
import SealFailed from './errors/seal_failed.js'
import type { Placement, SealOrder } from './seal_order.js'

/** Print, and locked: nobody moves the signature (ISO 32000-2, 12.5.3). */
const PRINT_AND_LOCKED = 4 + 128
/** Signatures exist, and saving otherwise than by appending would break them (12.7.3). */
const SIGNATURES_EXIST = 3

export interface Unsigned {
  file: Buffer
  pageCount: number
  slot: SignatureSlot
  /** The parts of the file around the signature, which are what it signs. */
  signed: [Buffer, Buffer]
}

/**
 * A canonical document with everything a seal adds, written behind it as one further revision:
 * its first bytes remain those that signers saw, and their hash remains true of them.
 */
export class SealedDocument {
  #file: PdfFile
  #section: PdfSection
  #fonts: DocumentFonts
  #pictures: PictureBook
  #han: HanForms
  #pages: PDFRef[]
  #added: PDFRef[] = []
  #wrappers = new Map<string, PDFRef>()
  #testMarks = new Map<string, PDFRef>()

  /**
   * @param roomBytes  to leave for the signature
   * @throws E_SEAL_FAILED, E_NOT_OUR_PDF, E_SIGNATURE_IMAGE_UNREADABLE
   */
  static async prepare(order: SealOrder, roomBytes: number): Promise<Unsigned> {
    const document = new SealedDocument(order)
    await document.#pictures.read(order)
    return document.#prepare(roomBytes)
  }

  private constructor(readonly order: SealOrder) {
    this.#file = PdfFile.read(order.canonical)
    this.#section = PdfSection.after(this.#file)
    this.#fonts = new DocumentFonts(this.#section)
    this.#pictures = new PictureBook(this.#section)
    this.#han = hanFormsOf(wordsOf(order))
    this.#pages = this.#file.pageRefs
    this.#refuseContradictions()
  }

  #prepare(roomBytes: number): Unsigned {
    const { signing } = this.order
    const signature = new SignatureDictionary(
      { name: signing.signerName, reason: signing.reason, at: signing.at },
      roomBytes
    )
    const signatureRef = this.#section.add(signature.object)
    if (!this.order.record) this.#stampPages()
    this.#addSignaturePage()
    const widget = this.#addCertificate(signatureRef)
    this.#extendPageTree()
    this.#extendCatalog(signatureRef, widget)
    this.#fonts.finish()

    const { bytes, bodies } = this.#section.encode({
      root: this.#file.catalogRef,
      info: this.#file.trailer.get(name('Info')),
      id: this.#identifier(),
    })
    const pageCount = this.#shownPages.length
    return { file: bytes, pageCount, ...signature.bind(bytes, bodies.get(signatureRef)!) }
  }

  #refuseContradictions() {
    const { canonical, certificate, placements, record } = this.order
    if (record) return
    const sha256 = createHash('sha256').update(canonical).digest('hex')
    if (sha256 !== certificate.canonicalSha256) {
      throw new SealFailed('its bytes are not those whose fingerprint the certificate would show')
    }
    const stray = placements.find(({ page }) => this.#pages[page - 1] === undefined)
    if (stray) throw new SealFailed(`a field stands on page ${stray.page}, which does not exist`)
  }

  #stampPages() {
    const byPage = Map.groupBy(this.order.placements, ({ page }) => page - 1)
    this.#pages.forEach((ref, index) => {
      const placements = byPage.get(index)
      if (placements || this.order.isTest) this.#stampPage(ref, placements ?? [])
    })
  }

  #stampPage(ref: PDFRef, placements: Placement[]) {
    const page = this.#file.dictionary(ref).clone(this.#file.context)
    const box = this.#boxOf(page.get(name('MediaBox')), page.get(name('CropBox')), page)
    const content = new PageContent(page, (object) => this.#file.resolve(object))
    const painted: string[] = []
    if (placements.length > 0)
      painted.push(content.addXObject('Stamp', this.#stamp(placements, box)))
    if (this.order.isTest) painted.push(content.addXObject('TestMark', this.#testMark(box)))
    const marks = painted.map((xobject) => `/Artifact BMC\n/${xobject} Do\nEMC\n`).join('')
    content.wrap(this.#wrapper('q\n'), this.#wrapper(`Q\nq\n${marks}Q\n`))
    this.#section.put(ref, page)
  }

  #stamp(placements: Placement[], box: PageBox): PDFRef {
    const drawing = new Drawing(this.#section, this.#fonts)
    const stamp = new Stamp(drawing, this.#signatureMark(drawing), this.#han)
    for (const placement of placements) stamp.draw(placement, box.height)
    return this.#section.add(drawing.form(box.width, box.height, box.matrix))
  }

  /** Pages of one size and rotation share it. */
  #testMark(box: PageBox): PDFRef {
    const key = [box.width, box.height, ...box.matrix].join(' ')
    let ref = this.#testMarks.get(key)
    if (!ref) {
      const drawing = new Drawing(this.#section, this.#fonts)
      drawTestMark(drawing, box)
      ref = this.#section.add(drawing.form(box.width, box.height, box.matrix))
      this.#testMarks.set(key, ref)
    }
    return ref
  }

  #wrapper(operators: string): PDFRef {
    let ref = this.#wrappers.get(operators)
    if (!ref) {
      ref = this.#section.add(this.#section.context.stream(operators))
      this.#wrappers.set(operators, ref)
    }
    return ref
  }

  #addSignaturePage() {
    const { signaturePage, certificate } = this.order
    if (signaturePage.length === 0) return
    const { brand, documentId, title } = certificate
    const head = {
      brandName: brand.name,
      logo: this.#logo,
      ink: brandInk(brand.color),
      documentId,
      title,
      kind: 'Signatures',
    }
    let sheets: Sheets | undefined
    drawSignaturePage(
      signaturePage,
      head,
      (begin) => (sheets = this.#sheets(begin)),
      ({ drawing }) => this.#signatureMark(drawing)
    )
    for (const drawing of sheets!.drawings) this.#addPage(drawing)
  }

  /** @returns the signature's widget, which lies over the panel that describes the seal */
  #addCertificate(signature: PDFRef): PDFRef {
    const { certificate: content, isTest, signing, canonical, record } = this.order
    const certificate = new CertificateOfCompletion({
      content,
      isTest,
      logo: this.#logo,
      record,
      pageCount: record?.pageCount ?? this.#pages.length,
      canonicalBytes: canonical.length,
      seal: {
        by: signing.signerName,
        at: signing.at,
        certificateSha256: createHash('sha256').update(signing.certificate).digest('hex'),
        isTimestamped: signing.timestampUrl !== undefined,
      },
    })
    let sheets: Sheets | undefined
    const panel = certificate.draw((begin) => (sheets = this.#sheets(begin)))
    const widget = this.#section.reserve()
    sheets!.drawings.forEach((drawing, index) => {
      const page = this.#addPage(drawing, index === panel.sheet ? [widget] : [])
      if (index === panel.sheet) this.#putWidget(widget, signature, page, panel.box)
    })
    return widget
  }

  #sheets(begin: (sheets: Sheets, index: number) => void) {
    return new Sheets(this.#section, this.#fonts, this.#paper, MARGINS, this.#han, begin)
  }

  get #paper(): Paper {
    const first = this.#file.dictionary(this.#pages[0])
    return paperLike(this.#boxOf(first.get(name('MediaBox')), first.get(name('CropBox')), first))
  }

  #addPage(drawing: Drawing, annotations: PDFRef[] = []): PDFRef {
    const { width, height } = this.#paper
    if (this.order.isTest) drawTestMark(drawing, { width, height })
    const { contents, resources } = drawing.content()
    const page = this.#section.context.obj({
      Type: 'Page',
      Parent: this.#file.pagesRef,
      MediaBox: [0, 0, width, height],
      Resources: resources,
      Contents: contents,
      Annots: annotations.length > 0 ? annotations : undefined,
    })
    const ref = this.#section.add(page)
    this.#added.push(ref)
    return ref
  }

  /** An appearance that shows nothing: what it would show is printed on the page below. */
  #putWidget(ref: PDFRef, signature: PDFRef, page: PDFRef, { x, y, width, height }: Rectangle) {
    const { context } = this.#section
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: {} }
    const appearance = this.#section.add(context.stream('', form))
    this.#section.put(
      ref,
      context.obj({
        Type: 'Annot',
        Subtype: 'Widget',
        FT: 'Sig',
        T: PDFString.of('Seal'),
        Rect: [x, y, x + width, y + height],
        F: PRINT_AND_LOCKED,
        V: signature,
        P: page,
        AP: { N: appearance },
      })
    )
  }

  #extendPageTree() {
    const tree = this.#file.dictionary(this.#file.pagesRef).clone(this.#file.context)
    const pages = this.#shownPages
    tree.set(name('Kids'), this.#file.context.obj(pages))
    tree.set(name('Count'), PDFNumber.of(pages.length))
    this.#section.put(this.#file.pagesRef, tree)
  }

  /** A record has nothing but the pages that were added. */
  get #shownPages(): PDFRef[] {
    return this.order.record ? this.#added : [...this.#pages, ...this.#added]
  }

  #extendCatalog(signature: PDFRef, widget: PDFRef) {
    const { context } = this.#section
    const catalog = this.#file.catalog.clone(context)
    const form = context.obj({ Fields: [widget], SigFlags: SIGNATURES_EXIST })
    catalog.set(name('AcroForm'), form)
    catalog.set(name('Perms'), context.obj({ DocMDP: signature }))
    // the signature format is newer than PDF 1.7: its extension is declared (EN 319 142-1, 5.3)
    const extension = { BaseVersion: '1.7', ExtensionLevel: 2 }
    catalog.set(name('Extensions'), context.obj({ ESIC: extension }))
    this.#section.put(this.#file.catalogRef, catalog)
  }

  /** The first half names the document, the second this state of it (ISO 32000-2, 14.4). */
  #identifier(): PDFObject {
    const { canonicalSha256, chainHead } = this.order.certificate
    const digest = createHash('sha256').update(`${canonicalSha256} ${chainHead}`).digest('hex')
    const before = this.#file.resolve(this.#file.trailer.get(name('ID')))
    const first = before instanceof PDFArray ? before.get(0) : PDFHexString.of(digest.slice(0, 32))
    return this.#section.context.obj([first, PDFHexString.of(digest.slice(0, 32))])
  }

  get #logo(): StoredPicture | undefined {
    const { logo } = this.order.certificate.brand
    return logo && this.#pictures.find(logo)
  }

  #signatureMark(drawing: Drawing) {
    return new SignatureMark(drawing, (png) => this.#pictures.find(png), this.#han)
  }

  #boxOf(
    media: PDFObject | undefined,
    crop: PDFObject | undefined,
    page: { get: Getter }
  ): PageBox {
    const mediaBox = this.#rectangle(media)
    const rotation = this.#file.number(page.get(name('Rotate')))
    return new PageBox(mediaBox, this.#rectangle(crop), PageBox.quarterTurn(rotation))
  }

  #rectangle(object: PDFObject | undefined): Rectangle {
    const corners = this.#file.resolve(object)
    const numbers = corners instanceof PDFArray ? corners.asArray() : []
    const box = rectangleFromCorners(numbers.map((number) => this.#file.number(number)))
    if (!box) throw new NotOurPdf('a page has no size')
    return box
  }
}

type Getter = (key: ReturnType<typeof name>) => PDFObject | undefined

function wordsOf({ placements, certificate, signaturePage }: SealOrder): string {
  const values = placements.map(({ value }) => (typeof value === 'string' ? value : ''))
  const names = [
    ...certificate.signers,
    ...signaturePage.map(({ signerName }) => ({ name: signerName })),
  ]
  return [
    certificate.title,
    certificate.tenantName,
    ...values,
    ...names.map((signer) => signer.name),
  ].join(' ')
}
