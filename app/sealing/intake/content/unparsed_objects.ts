import {
  PDFArray,
  PDFDict,
  PDFInvalidObject,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib'
import PdfMalformed from '../../errors/pdf_malformed.js'
import { name } from '../../pdf/names.js'

/** Of annotations and fields: what they do, and what is theirs no more than their page is. */
const ELSEWHERE = new Set(['A', 'AA', 'Dest', 'PA', 'Popup', 'P', 'IRT', 'Kids'].map(name))

/** Of a form, for all its fields: how they are drawn, and by whom (ISO 32000-2, table 224). */
const DEFAULTS = ['DR', 'DA', 'Q', 'NeedAppearances'].map(name)

/**
 * Objects that could not be parsed here, and that other programs may read: nobody can say what they do, and nothing of them may stay in
 * the file.
 */
export class UnparsedObjects {
  #seen = new Set<PDFObject>()

  constructor(readonly context: PDFContext) {}

  /** @throws PdfMalformed where a page draws with one, as it would lose what that shows */
  refuseDrawing(resources: PDFDict | null, page: number) {
    if (resources) this.#refuse([resources], page)
  }

  /**
   * Before they are painted.
   *
   * @param form  what fields look up where they say nothing themselves
   * @throws PdfMalformed where the look or the value of an annotation needs one
   */
  refuseAnnotating(dictionary: PDFDict, form: PDFObject | undefined, page: number) {
    const parts: PDFObject[] = []
    const listed = this.context.lookup(dictionary.get(name('Annots')))
    const owners = listed instanceof PDFArray ? listed.asArray() : listed ? [listed] : []
    const seen = new Set<PDFObject>()
    for (const each of owners) {
      let owner = this.context.lookup(each)
      if (this.#isField(owner)) parts.push(...this.#defaultsOf(form))
      while (owner instanceof PDFDict && !seen.has(owner)) {
        seen.add(owner)
        for (const [key, part] of owner.entries())
          if (!ELSEWHERE.has(key) && key !== name('Parent')) parts.push(part)
        owner = this.context.lookup(owner.get(name('Parent')))
      }
      if (owner instanceof PDFInvalidObject) parts.push(owner)
    }
    this.#refuse(parts, page)
  }

  #isField(annotation: PDFObject | undefined): boolean {
    return annotation instanceof PDFDict && annotation.lookup(name('Subtype')) === name('Widget')
  }

  #defaultsOf(form: PDFObject | undefined): PDFObject[] {
    const found = this.context.lookup(form)
    if (found instanceof PDFInvalidObject) return [found]
    if (!(found instanceof PDFDict)) return []
    return DEFAULTS.flatMap((key) => found.get(key) ?? [])
  }

  #refuse(waiting: PDFObject[], page: number) {
    while (waiting.length > 0) {
      const found = this.context.lookup(waiting.pop())
      if (!found || this.#seen.has(found)) continue
      this.#seen.add(found)
      if (found instanceof PDFInvalidObject)
        throw new PdfMalformed(`the content of page ${page} cannot be read`)
      const owner = found instanceof PDFStream ? found.dict : found
      if (owner instanceof PDFDict) for (const part of owner.values()) waiting.push(part)
      if (owner instanceof PDFArray) for (const part of owner.asArray()) waiting.push(part)
    }
  }

  forget() {
    for (const [ref, object] of this.context.enumerateIndirectObjects())
      if (object instanceof PDFInvalidObject) this.context.delete(ref)
  }
}
