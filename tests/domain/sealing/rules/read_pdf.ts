import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFObject,
} from 'pdf-lib'

/** A finished file as a stranger reads it: all of it, through none of our own readers. */
export class ReadPdf {
  /** Everything that can be reached from the trailer, each once. */
  readonly dictionaries: PDFDict[] = []
  readonly streams: PDFRawStream[] = []
  readonly #seen = new Set<PDFObject>()

  static async of(bytes: Uint8Array): Promise<ReadPdf> {
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    return new ReadPdf(bytes, document)
  }

  private constructor(
    readonly bytes: Uint8Array,
    readonly document: PDFDocument
  ) {
    this.#visit(document.catalog)
    this.#visit(document.context.trailerInfo.Info)
  }

  get raw(): string {
    return Buffer.from(this.bytes).toString('latin1')
  }

  get catalog(): PDFDict {
    return this.document.catalog
  }

  get pages(): PDFDict[] {
    return this.document.getPages().map(({ node }) => node)
  }

  get(owner: PDFDict | null, ...path: string[]): PDFObject | undefined {
    let found: PDFObject | undefined = owner ?? undefined
    for (const key of path)
      found = found instanceof PDFDict ? this.look(found.get(PDFName.of(key))) : undefined
    return found
  }

  look(object: PDFObject | undefined): PDFObject | undefined {
    return object instanceof PDFRef ? this.document.context.lookup(object) : object
  }

  dict(owner: PDFDict | null, ...path: string[]): PDFDict | null {
    const found = this.get(owner, ...path)
    if (found instanceof PDFRawStream) return found.dict
    return found instanceof PDFDict ? found : null
  }

  array(owner: PDFDict | null, ...path: string[]): PDFObject[] {
    const found = this.get(owner, ...path)
    return found instanceof PDFArray ? found.asArray() : []
  }

  name(owner: PDFDict | null, ...path: string[]): string | null {
    const found = this.get(owner, ...path)
    return found instanceof PDFName ? found.decodeText() : null
  }

  number(owner: PDFDict | null, ...path: string[]): number | null {
    const found = this.get(owner, ...path)
    return found instanceof PDFNumber ? found.asNumber() : null
  }

  text(owner: PDFDict | null, ...path: string[]): string | null {
    const found = this.get(owner, ...path)
    return found instanceof PDFString || found instanceof PDFHexString ? found.decodeText() : null
  }

  stream(owner: PDFDict | null, ...path: string[]): PDFRawStream | null {
    const found = this.get(owner, ...path)
    return found instanceof PDFRawStream ? found : null
  }

  contents(stream: PDFRawStream): Buffer {
    return Buffer.from(decodePDFRawStream(stream).decode())
  }

  /** The instructions of a page, in one. */
  pageContents(page: PDFDict): string {
    const found = this.get(page, 'Contents')
    const parts = found instanceof PDFArray ? found.asArray() : [found]
    return parts
      .map((part) => this.look(part))
      .map((part) => (part instanceof PDFRawStream ? this.contents(part).toString('latin1') : ''))
      .join('\n')
  }

  #visit(start: PDFObject | undefined) {
    const waiting = [start]
    while (waiting.length > 0) {
      const object = this.look(waiting.pop())
      if (!object || this.#seen.has(object)) continue
      this.#seen.add(object)
      const dictionary = object instanceof PDFRawStream ? object.dict : object
      if (object instanceof PDFRawStream) this.streams.push(object)
      if (object instanceof PDFArray) waiting.push(...object.asArray())
      if (!(dictionary instanceof PDFDict)) continue
      this.dictionaries.push(dictionary)
      waiting.push(...dictionary.values())
    }
  }
}
