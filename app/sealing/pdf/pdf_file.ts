import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFObjectParser,
  PDFRef,
  type PDFObject,
} from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import { CrossReferences } from './cross_references.js'

/** Nobody follows references for longer than this without going in circles. */
const MAX_HOPS = 16

/** A class of pdf-lib, whose constructors are private. */
interface PdfKind<Kind> {
  readonly prototype: Kind
  readonly name: string
  [Symbol.hasInstance](value: unknown): boolean
}

/**
 * A file in the canonical form, read through its cross-reference table, object by object.
 *
 * Only what is asked for is parsed: to seal two hundred pages this reads the catalogue, the page
 * tree and the pages that get a stamp, never a customer's fonts, pictures or contents.
 */
export class PdfFile {
  readonly context = PDFContext.create()
  readonly references: CrossReferences
  #parsed = new Map<number, PDFObject>()

  /** @throws E_NOT_OUR_PDF unless the bytes have the shape that `PdfSection` writes */
  static read(bytes: Uint8Array): PdfFile {
    return new PdfFile(bytes)
  }

  private constructor(readonly bytes: Uint8Array) {
    this.references = CrossReferences.read(bytes, this.context)
  }

  get trailer(): PDFDict {
    return this.references.trailer
  }

  get catalogRef(): PDFRef {
    return this.#expect(this.trailer.get(PDFName.of('Root')), PDFRef)
  }

  get catalog(): PDFDict {
    return this.dictionary(this.catalogRef)
  }

  get pagesRef(): PDFRef {
    return this.#expect(this.catalog.get(PDFName.of('Pages')), PDFRef)
  }

  /** The pages in order: the canonical tree has one level. */
  get pageRefs(): PDFRef[] {
    const kids = this.resolve(this.dictionary(this.pagesRef).get(PDFName.of('Kids')))
    return this.#expect(kids, PDFArray)
      .asArray()
      .map((kid) => this.#expect(kid, PDFRef))
  }

  /** Every object stands by itself. */
  packs(): Uint8Array[] {
    return []
  }

  /** What an object stands for, references followed. */
  resolve(object: PDFObject | undefined): PDFObject | undefined {
    let found = object
    for (let hop = 0; found instanceof PDFRef; hop++) {
      if (hop === MAX_HOPS) throw new NotOurPdf('its references go in circles')
      found = this.#load(found)
    }
    return found
  }

  dictionary(object: PDFObject | undefined): PDFDict {
    return this.#expect(this.resolve(object), PDFDict)
  }

  number(object: PDFObject | undefined): number {
    return this.#expect(this.resolve(object), PDFNumber).asNumber()
  }

  #load(ref: PDFRef): PDFObject | undefined {
    const known = this.#parsed.get(ref.objectNumber)
    if (known) return known
    const body = this.references.bodyOffset(ref)
    if (body === undefined) return undefined
    const object = this.#parse(ref, body)
    this.#parsed.set(ref.objectNumber, object)
    return object
  }

  #parse({ objectNumber }: PDFRef, body: number): PDFObject {
    try {
      return PDFObjectParser.forBytes(this.bytes.subarray(body), this.context).parseObject()
    } catch (cause) {
      const reason = (cause as Error).message
      throw new NotOurPdf(`object ${objectNumber} cannot be read (${reason})`, { cause })
    }
  }

  #expect<Kind extends PDFObject>(object: PDFObject | undefined, kind: PdfKind<Kind>): Kind {
    if (object instanceof kind) return object as Kind
    throw new NotOurPdf(`a ${kind.name} was expected where it has ${object?.constructor.name}`)
  }
}
