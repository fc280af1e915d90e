import { PDFHexString, PDFString, type PDFDict, type PDFRef } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { ObjectStore } from '../pdf/object_store.js'
import type { Rectangle } from '../pdf/page_box.js'

/** Print, and locked: nobody moves the signature (ISO 32000-2, 12.5.3). */
export const PRINT_AND_LOCKED = 4 + 128
/** Signatures exist, and saving otherwise than by appending would break them (12.7.3). */
export const SIGNATURES_EXIST = 3

/** Where readers show the signature. */
export interface SignaturePlace {
  page: PDFRef
  box: Rectangle
}

/** What somebody hears of the field, and its key in the parent tree, where the page has a structure. */
interface SpokenField {
  words?: string
  key?: number
}

/** The field that holds the seal's signature, and is its own widget (ISO 32000-2, 12.7.5.5). */
export class SignatureField {
  readonly ref: PDFRef

  /** @param signature  the signature dictionary */
  constructor(
    readonly store: ObjectStore,
    readonly signature: PDFRef
  ) {
    this.ref = store.reserve()
  }

  /** With an appearance that shows nothing: what it would show is printed on the page below. */
  write(
    { page, box: { x, y, width, height } }: SignaturePlace,
    { words, key }: SpokenField = {},
    called = 'Seal'
  ) {
    const { context } = this.store
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: {} }
    const appearance = this.store.add(context.stream('', form))
    const widget = {
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(called),
      TU: words === undefined ? undefined : PDFHexString.fromText(words),
      StructParent: key,
      Rect: [x, y, x + width, y + height],
      F: PRINT_AND_LOCKED,
      V: this.signature,
      P: page,
      AP: { N: appearance },
    }
    this.store.put(this.ref, context.obj(widget))
  }

  /** Makes it the only field of the document, and its signature the one that certifies it. */
  enter(catalog: PDFDict) {
    const { context } = this.store
    const form = { Fields: [this.ref], SigFlags: SIGNATURES_EXIST }
    catalog.set(name('AcroForm'), context.obj(form))
    catalog.set(name('Perms'), context.obj({ DocMDP: this.signature }))
    // the signature format is newer than PDF 1.7: its extension is declared (EN 319 142-1, 5.3)
    const extension = { BaseVersion: '1.7', ExtensionLevel: 2 }
    catalog.set(name('Extensions'), context.obj({ ESIC: extension }))
  }
}
