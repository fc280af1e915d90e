import { Drawing } from '../pdf/drawing.js'
import type { ObjectStore } from '../pdf/object_store.js'
import type { SealOrder } from '../seal_order.js'
import { DocumentFonts } from '../type/document_fonts.js'
import type { LatinFonts } from '../type/typefaces.js'
import { letteringOf, type Lettering, type Letters } from './lettering.js'
import { PictureBook, type StoredPicture } from './picture_book.js'
import { SignatureMark } from './signature_mark.js'

/** What all that is drawn into one document is drawn with: its fonts and pictures, each written once. */
export class Materials {
  readonly fonts: DocumentFonts
  readonly lettering: Lettering
  #pictures: PictureBook

  /** @param latin  what the document is stamped with: a file may claim that all its fonts are in it */
  constructor(
    readonly store: ObjectStore,
    readonly order: SealOrder,
    readonly latin: LatinFonts = 'standard'
  ) {
    this.fonts = new DocumentFonts(store)
    this.#pictures = new PictureBook(store)
    this.lettering = letteringOf(order.certificate.language, wordsOf(order), latin)
  }

  /** Before anything is drawn. @throws E_SIGNATURE_IMAGE_UNREADABLE */
  readPictures() {
    return this.#pictures.read(this.order)
  }

  /** For what signers entered. */
  get letters(): Letters {
    return { han: this.lettering.han, latin: this.latin }
  }

  get logo(): StoredPicture | undefined {
    const { logo } = this.order.certificate.brand
    return logo && this.#pictures.find(logo)
  }

  /** @param unmarked  begins the marked content of what is not said to belong to other */
  drawing(unmarked: string | null = null) {
    return new Drawing(this.store, this.fonts, unmarked)
  }

  signatureOn(drawing: Drawing) {
    return new SignatureMark(drawing, (png) => this.#pictures.find(png), this.lettering.han)
  }
}

/** All that people wrote. */
function wordsOf({ placements, certificate, signaturePage }: SealOrder): string {
  const values = placements.map(({ value }) => (typeof value === 'string' ? value : ''))
  const names = [
    ...[...certificate.signers, ...certificate.copies].map(({ name }) => name),
    ...signaturePage.map(({ signerName }) => signerName),
    ...(certificate.files ?? []).map(({ name }) => name),
  ]
  return [certificate.title, certificate.tenantName, ...values, ...names].join(' ')
}
