import { type PDFDict, PDFRawStream, type PDFContext } from 'pdf-lib'
import PdfMalformed from '../../errors/pdf_malformed.js'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { contentOperators } from './content_operators.js'
import { decodedStream, StreamTooLong } from './decoded_stream.js'

const MAX_DEPTH = 24
/** What a reader goes through for one page, forms counted as often as they are painted. */
const MAX_BYTES = 256 * 2 ** 20
const MAX_FORM_BYTES = 32 * 2 ** 20
const NAME = /\/([^\s()<>[\]{}/%]+)\s*$/

/** Bounds what drawing a page takes where forms paint forms: thirty that paint the next one twice are a billion. */
export class FormNesting {
  #reader: ObjectReader
  #costs = new Map<PDFRawStream, number>()
  #open = new Set<PDFRawStream>()

  constructor(readonly context: PDFContext) {
    this.#reader = new ObjectReader(context)
  }

  /** @throws PdfMalformed */
  check(resources: PDFDict | null, page: number) {
    let cost = 0
    for (const form of this.#formsIn(resources).values()) cost += this.#costOf(form, page)
    if (cost > MAX_BYTES) this.#refuse(page)
  }

  #costOf(form: PDFRawStream, page: number): number {
    const known = this.#costs.get(form)
    if (known !== undefined) return known
    // a form that paints itself is stopped there by every reader
    if (this.#open.has(form)) return 0
    if (this.#open.size === MAX_DEPTH) this.#refuse(page)
    this.#open.add(form)
    const cost = this.#count(form, page)
    this.#open.delete(form)
    this.#costs.set(form, cost)
    return cost
  }

  #count(form: PDFRawStream, page: number): number {
    const content = this.#contentOf(form, page)
    const inner = this.#formsIn(this.#reader.dictionary(form.dict.get(name('Resources'))))
    let cost = content.length + 1
    if (inner.size === 0) return cost
    for (const { name: operator, start, nameAt } of contentOperators(content)) {
      if (operator !== 'Do') continue
      const called = NAME.exec(content.toString('latin1', start, nameAt))?.[1]
      const painted = inner.get(called ?? '')
      if (painted) cost += this.#costOf(painted, page)
      if (cost > MAX_BYTES) this.#refuse(page)
    }
    return cost
  }

  #contentOf(form: PDFRawStream, page: number): Buffer {
    try {
      return decodedStream(this.context, form, MAX_FORM_BYTES)
    } catch (error) {
      if (error instanceof StreamTooLong) this.#refuse(page)
      // some program may read what is not counted and checked here
      throw new PdfMalformed(`the content of page ${page} cannot be read`, { cause: error })
    }
  }

  #formsIn(resources: PDFDict | null): Map<string, PDFRawStream> {
    const xobjects = this.#reader.dictionary(resources?.get(name('XObject')))
    const forms = new Map<string, PDFRawStream>()
    for (const [key, object] of xobjects?.entries() ?? []) {
      const found = this.context.lookup(object)
      if (!(found instanceof PDFRawStream)) continue
      if (this.#reader.name(found.dict.get(name('Subtype'))) !== 'Form') continue
      forms.set(key.toString().slice(1), found)
    }
    return forms
  }

  #refuse(page: number): never {
    throw new PdfMalformed(
      `page ${page} has more drawing instructions than readers can be asked to follow`
    )
  }
}
