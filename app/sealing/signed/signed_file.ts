import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFNumber,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
  type PDFObject,
} from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import type { IndexedFile } from '../pdf/indexed_file.js'
import { name } from '../pdf/names.js'
import { plainStream } from './plain_stream.js'
import { SignedReferences } from './signed_references.js'

const MAX_HOPS = 16

/**
 * A file as others wrote and signed it, read through its own tables. Unlike the canonical form it may pack its objects, and nothing of
 * it may be written anew: every byte is somebody's signature.
 */
export class SignedFile implements IndexedFile {
  readonly context = PDFContext.create()
  readonly references: SignedReferences
  #parsed = new Map<number, PDFObject>()
  #packs = new Map<number, PDFObject[]>()

  /** @throws E_NOT_OUR_PDF where it would have to be mended, or decrypted */
  static read(bytes: Uint8Array): SignedFile {
    return new SignedFile(bytes)
  }

  private constructor(readonly bytes: Uint8Array) {
    if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
      throw new NotOurPdf('it does not begin as such files begin')
    try {
      this.references = new SignedReferences(bytes, this.context)
    } catch (cause) {
      if (cause instanceof NotOurPdf) throw cause
      throw new NotOurPdf('its tables cannot be read', { cause })
    }
    if (this.trailer.has(name('Encrypt'))) throw new NotOurPdf('it is encrypted')
  }

  get trailer(): PDFDict {
    return this.references.trailer
  }

  get catalogRef(): PDFRef {
    const root = this.trailer.get(name('Root'))
    if (!(root instanceof PDFRef)) throw new NotOurPdf('it has no document inside')
    return root
  }

  get catalog(): PDFDict {
    return this.dictionary(this.catalogRef)
  }

  /** Every object that its tables list, where those look for them that read whole documents. */
  everything(): PDFContext {
    for (const number of this.references.numbers) {
      const location = this.references.location(number)!
      const ref = PDFRef.of(number, location.kind === 'plain' ? location.generation : 0)
      const object = this.resolve(ref)
      if (object) this.context.assign(ref, object)
    }
    return this.context
  }

  *packs(): Generator<Uint8Array> {
    for (const container of this.references.containers) yield plainStream(this.#packed(container))
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
    const found = this.resolve(object)
    if (found instanceof PDFDict) return found
    throw new NotOurPdf(`a dictionary was expected where it has ${found?.constructor.name}`)
  }

  number(object: PDFObject | undefined): number {
    const found = this.resolve(object)
    if (found instanceof PDFNumber) return found.asNumber()
    throw new NotOurPdf(`a number was expected where it has ${found?.constructor.name}`)
  }

  array(object: PDFObject | undefined): PDFObject[] {
    const found = this.resolve(object)
    return found instanceof PDFArray ? found.asArray() : []
  }

  #load(ref: PDFRef): PDFObject | undefined {
    const number = ref.objectNumber
    const known = this.#parsed.get(number)
    if (known) return known
    const object = this.#read(ref)
    if (object) this.#parsed.set(number, object)
    return object
  }

  #read(ref: PDFRef): PDFObject | undefined {
    const location = this.references.location(ref.objectNumber)
    if (location?.kind === 'packed') return this.#pack(location.container)[location.index]
    const body = this.references.bodyOffset(ref)
    return body === undefined ? undefined : this.#parse(this.bytes.subarray(body), ref.objectNumber)
  }

  /** The objects that are packed into one stream. */
  #pack(container: number): PDFObject[] {
    const known = this.#packs.get(container)
    if (known) return known
    const objects = this.#unpacked(this.#packed(container))
    this.#packs.set(container, objects)
    return objects
  }

  #packed(container: number): PDFRawStream {
    if (this.references.location(container)?.kind !== 'plain')
      throw new NotOurPdf('its packed objects are packed once more')
    const stream = this.resolve(PDFRef.of(container))
    if (!(stream instanceof PDFRawStream)) throw new NotOurPdf('its packed objects are missing')
    return stream
  }

  #unpacked(stream: PDFRawStream): PDFObject[] {
    const bytes = plainStream(stream)
    const count = this.number(stream.dict.get(name('N')))
    const first = this.number(stream.dict.get(name('First')))
    const head = bytes.toString('latin1', 0, first).trim().split(/\s+/).map(Number)
    if (!(count >= 0) || head.length < count * 2)
      throw new NotOurPdf('its packed objects are damaged')
    return Array.from({ length: count }, (_, index) =>
      this.#parse(bytes.subarray(first + head[index * 2 + 1]!), head[index * 2]!)
    )
  }

  #parse(bytes: Uint8Array, objectNumber: number): PDFObject {
    try {
      return PDFObjectParser.forBytes(bytes, this.context).parseObject()
    } catch (cause) {
      const reason = (cause as Error).message
      throw new NotOurPdf(`object ${objectNumber} cannot be read (${reason})`, { cause })
    }
  }
}
