import { createHash } from 'node:crypto'
import { PDFNumber, type PDFDict, type PDFRef } from 'pdf-lib'
import type { ArchivalLevel } from './archival/archival_level.js'
import { metadataStream } from './archival/metadata_packet.js'
import { claimsLeft, levelOf } from './archival/sealed_claims.js'
import { name } from './pdf/names.js'
import { boxOfPage } from './pdf/page_geometry.js'
import { PdfFile } from './pdf/pdf_file.js'
import { PdfSection } from './pdf/pdf_section.js'
import { AddedPages } from './pages/added_pages.js'
import { drawCertificate } from './pages/certificate/certificate_of_completion.js'
import { letterheadOf } from './pages/letterhead.js'
import { Materials } from './pages/materials.js'
import { isMark } from './pages/stamp.js'
import { paperLike } from './pages/paper.js'
import type { Sheets } from './pages/sheets.js'
import { drawSignaturePage, type SheetMark } from './pages/signature_page.js'
import { StampedPages } from './pages/stamped_pages.js'
import { signatureAlgorithm } from './pades/signature_algorithm.js'
import { SignatureDictionary, type SignatureSlot } from './pades/signature_dictionary.js'
import { SignatureField } from './pades/signature_field.js'
import { attach } from './pdf/attached_files.js'
import type { Drawing } from './pdf/drawing.js'
import { DocumentStructure } from './structure/document_structure.js'
import { identifierOf, writtenInformation } from './document_information.js'
import { refuseCutTrail } from './printed_chain.js'
import SealImpossible from './errors/seal_impossible.js'
import type { FieldPlace, Mark, Placement, SealOrder } from './seal_order.js'

export interface Unsigned {
  file: Buffer
  pageCount: number
  /** Where something must show. */
  marks: Mark[]
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
  #materials: Materials
  #pages: PDFRef[]
  #added: AddedPages
  #structure: DocumentStructure | null
  /** Of PDF/A, as the canonical form claims it. */
  #archival: ArchivalLevel | null

  /**
   * @param roomBytes  to leave for the signature
   * @throws E_SEAL_IMPOSSIBLE, E_NOT_OUR_PDF, E_SIGNATURE_IMAGE_UNREADABLE
   */
  static async prepare(order: SealOrder, roomBytes: number): Promise<Unsigned> {
    const document = new SealedDocument(order)
    await document.#materials.readPictures()
    return document.#prepare(roomBytes)
  }

  private constructor(readonly order: SealOrder) {
    this.#file = PdfFile.read(order.canonical)
    this.#section = PdfSection.after(this.#file)
    this.#archival = levelOf(this.#file)
    const embeds = this.#archival !== null || order.record !== undefined
    this.#materials = new Materials(this.#section, order, embeds ? 'embedded' : 'standard')
    this.#pages = this.#file.pageRefs
    this.#refuseContradictions()
    const paper = paperLike(boxOfPage(this.#file, this.#file.dictionary(this.#pages[0])))
    const isBare =
      order.isPart && order.signaturePage.length === 0 && !order.placements.some(isMark)
    this.#structure = isBare
      ? null
      : DocumentStructure.of(this.#file, this.#section, Boolean(order.record))
    this.#added = new AddedPages(
      this.#section,
      this.#materials,
      this.#file.pagesRef,
      paper,
      this.#structure?.added ?? null
    )
  }

  #refuseContradictions() {
    const { canonical, certificate, placements, record } = this.order
    refuseCutTrail(certificate)
    if (record) return
    const sha256 = createHash('sha256').update(canonical).digest('hex')
    if (sha256 !== certificate.canonicalSha256) {
      throw new SealImpossible(
        'its bytes are not those whose fingerprint the certificate would show'
      )
    }
    const stray = placements.find(({ page }) => this.#pages[page - 1] === undefined)
    if (stray)
      throw new SealImpossible(`a field stands on page ${stray.page}, which does not exist`)
  }

  #prepare(roomBytes: number): Unsigned {
    const { signing, record, placements, isPart } = this.order
    const signature = new SignatureDictionary(
      { name: signing.signerName, reason: signing.reason, at: signing.at },
      roomBytes
    )
    const signatureRef = this.#section.add(signature.object)
    const bare = isPart ? this.#bareField(signatureRef) : null
    if (!record) {
      const structure = this.#structure?.added ?? null
      const stamped = new StampedPages(this.#file, this.#section, this.#materials, structure)
      stamped.write(this.#pages, this.order, bare?.ref)
    }
    const signatures = this.#addSignaturePage()
    const field = bare ?? this.#addCertificate(signatureRef)
    this.#extendPageTree()
    const { t } = this.#materials.lettering.book
    const info = writtenInformation(this.#file, this.#section, this.order, t)
    this.#extendCatalog(field, info.dictionary)
    this.#materials.fonts.finish()

    const { bytes, bodies } = this.#section.encode({
      root: this.#file.catalogRef,
      info: info.ref,
      id: identifierOf(this.#file, this.order.certificate),
    })
    const pageCount = this.#shownPages.length
    const marks = [...placements.filter(isMark).map(markOf), ...signatures]
    return { file: bytes, pageCount, marks, ...signature.bind(bytes, bodies.get(signatureRef)!) }
  }

  /** @returns where the signatures are */
  #addSignaturePage(): FieldPlace[] {
    const { signaturePage, certificate } = this.order
    if (signaturePage.length === 0) return []
    const { t } = this.#materials.lettering.book
    const head = letterheadOf(certificate, t('certificate.signatures'), this.#materials.logo)
    let sheets: Sheets | undefined
    const marks = drawSignaturePage(
      signaturePage,
      head,
      (begin) => (sheets = this.#added.sheets(begin)),
      ({ drawing }) => this.#materials.signatureOn(drawing)
    )
    for (const drawing of sheets!.drawings) this.#added.write(drawing)
    return marks.map((mark) => this.#onAddedPage(mark))
  }

  #onAddedPage({ sheet, box: { x, y, width, height } }: SheetMark): FieldPlace {
    const top = this.#added.paper.height - y - height
    return { page: this.#pages.length + sheet + 1, x, y: top, width, height }
  }

  /** It shows nothing, and belongs to the first page. */
  #bareField(signature: PDFRef): SignatureField {
    const field = new SignatureField(this.#section, signature)
    field.write({ page: this.#pages[0]!, box: { x: 0, y: 0, width: 0, height: 0 } })
    return field
  }

  /** @returns the signature's field, which lies over the panel that describes the seal */
  #addCertificate(signature: PDFRef): SignatureField {
    const { certificate: content, isTest, signing, canonical, record } = this.order
    const facts = {
      content,
      isTest,
      logo: this.#materials.logo,
      record,
      pageCount: record?.pageCount ?? this.#pages.length,
      canonicalBytes: canonical.length,
      enclosed: this.order.attachments.map(({ name: fileName }) => fileName),
      seal: {
        by: signing.signerName,
        at: signing.at,
        certificateSha256: createHash('sha256').update(signing.certificate).digest('hex'),
        algorithm: signatureAlgorithm(signing.certificate),
        isTimestamped: Boolean(signing.timestampUrls?.length),
        isStampedLater: signing.isStampedLater ?? false,
      },
    }
    let sheets: Sheets | undefined
    const panel = drawCertificate(facts, (begin) => (sheets = this.#added.sheets(begin)))
    const field = new SignatureField(this.#section, signature)
    sheets!.drawings.forEach((drawing, index) => {
      const isPanels = index === panel.sheet
      const page = this.#added.write(drawing, isPanels ? [field.ref] : [])
      if (isPanels) field.write({ page, box: panel.box }, this.#spokenField(field, drawing))
    })
    return field
  }

  #spokenField(field: SignatureField, drawing: Drawing) {
    const { t } = this.#materials.lettering.book
    const words = t('certificate.sealed_by', { name: this.order.signing.signerName })
    const key = this.#structure?.added.field(drawing, field.ref, { alt: words })
    return key === undefined ? {} : { words, key }
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
    return this.order.record ? this.#added.refs : [...this.#pages, ...this.#added.refs]
  }

  #extendCatalog(field: SignatureField, info: PDFDict) {
    const catalog = this.#file.catalog.clone(this.#section.context)
    field.enter(catalog)
    const names = this.#file.resolve(this.#file.catalog.get(name('Names')))
    this.#structure?.write(catalog, this.order.certificate.language)
    attach(this.#section, { catalog, names }, this.order.attachments, this.order.signing.at)
    this.#claim(catalog, info)
    this.#section.put(this.#file.catalogRef, catalog)
  }

  #claim(catalog: PDFDict, info: PDFDict) {
    const claims = claimsLeft(this.#archival, {
      isRecord: this.order.record !== undefined,
      isTagged: this.#structure !== null,
      saysAll: this.#materials.fonts.sayAll,
    })
    if (!claims) return
    const metadata = metadataStream(this.#section.context, info, claims)
    catalog.set(name('Metadata'), this.#section.add(metadata))
  }
}

export function markOf({ page, x, y, width, height, hasPlate }: Placement): Mark {
  return { page, x, y, width, height, hasPlate }
}
