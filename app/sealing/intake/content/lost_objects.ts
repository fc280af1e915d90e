import { PDFArray, PDFDict, PDFNumber, PDFStream, type PDFContext, type PDFObject } from 'pdf-lib'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { dictionariesIn } from './dictionaries.js'
import type { UploadedPage } from './page_tree.js'

/** What a page draws with; its annotations are links by now. */
const DRAWN = ['Resources', 'Contents'].map(name)

/** The parts of a field, and the field that an annotation is a part of. */
const RELATED = ['Kids', 'Parent']
/** Where these lead astray. */
const OF_PAGES = ['Catalog', 'Pages', 'Page']

/**
 * What pages show no longer, and something else in the document still knows: tags of annotations and fields that were painted or dropped, bookmarks
 * and tags of pages that were taken out. Through these it would stay in the file, with all that it says.
 */
export class LostObjects {
  #reader: ObjectReader
  #pages: Set<PDFObject>
  #shown = new Set<PDFObject>()
  /** Annotations and fields of the upload. */
  #listed: Set<PDFObject>

  /** Before annotations are painted, and the form is removed. */
  static watch(context: PDFContext, catalog: PDFDict, pages: readonly UploadedPage[]) {
    return new LostObjects(context, catalog, pages)
  }

  private constructor(
    readonly context: PDFContext,
    readonly catalog: PDFDict,
    readonly pages: readonly UploadedPage[]
  ) {
    this.#reader = new ObjectReader(context)
    this.#pages = new Set(pages.map(({ dictionary }) => dictionary))
    const form = this.#reader.dictionary(catalog.get(name('AcroForm')))
    const own = pages.map(({ dictionary }) => dictionary)
    const others = [...dictionariesIn(context)].filter((one) => this.#isOfType(one, ['Page']))
    const roots = [...own, ...others].map((page) => page.get(name('Annots')))
    this.#listed = this.#below([...roots, form?.get(name('Fields'))])
  }

  /** Afterwards. Leaves tags and bookmarks as they are, but for what they name that is gone. */
  remove() {
    this.#findShown()
    for (const [ref, object] of this.context.enumerateIndirectObjects())
      if (object instanceof PDFDict && this.#isLost(object)) this.context.delete(ref)
    if (this.catalog.has(name('StructTreeRoot'))) this.#removeFromTags()
  }

  #isLost(object: PDFDict): boolean {
    if (this.#pages.has(object) || this.#shown.has(object)) return false
    return this.#listed.has(object) || this.#isOfType(object, ['Page'])
  }

  #isOfType(dictionary: PDFDict, types: readonly string[]): boolean {
    return types.includes(this.#reader.name(dictionary.get(name('Type'))) ?? '')
  }

  /** Of annotations, fields, and their lists. */
  #below(roots: (PDFObject | undefined)[]): Set<PDFObject> {
    const found = new Set<PDFObject>()
    while (roots.length > 0) {
      const listed = this.context.lookup(roots.pop())
      if (!listed || found.has(listed)) continue
      if (listed instanceof PDFDict && this.#isOfType(listed, OF_PAGES)) continue
      found.add(listed)
      if (listed instanceof PDFArray) for (const each of listed.asArray()) roots.push(each)
      else if (listed instanceof PDFDict)
        for (const key of RELATED) roots.push(listed.get(name(key)))
    }
    return found
  }

  #removeFromTags() {
    for (const dictionary of dictionariesIn(this.context))
      if (dictionary.has(name('K')) && this.#isElement(dictionary)) this.#prune(dictionary)
  }

  #isElement(dictionary: PDFDict): boolean {
    if (this.#reader.name(dictionary.get(name('S'))) !== null) return true
    return this.#reader.name(dictionary.get(name('Type'))) === 'StructTreeRoot'
  }

  #findShown() {
    const waiting = this.pages.flatMap(({ dictionary }) =>
      DRAWN.flatMap((key) => dictionary.get(key) ?? [])
    )
    for (let object = waiting.pop(); object; object = waiting.pop()) {
      const found = this.context.lookup(object)
      if (!found || this.#shown.has(found)) continue
      this.#shown.add(found)
      const part = found instanceof PDFStream ? found.dict : found
      if (part instanceof PDFDict) for (const each of part.values()) waiting.push(each)
      else if (part instanceof PDFArray) for (const each of part.asArray()) waiting.push(each)
    }
    for (const { dictionary } of this.pages)
      for (const link of this.#reader.array(dictionary.get(name('Annots'))) ?? [])
        this.#shown.add(this.context.lookup(link)!)
  }

  /** A tag holds marked content, annotations, pictures and other tags (ISO 32000-2, 14.7.5). */
  #prune(element: PDFDict) {
    const isOnLostPage = this.#isOnLostPage(element)
    if (isOnLostPage) element.delete(name('Pg'))
    const kids = this.#reader.array(element.get(name('K'))) ?? [element.get(name('K'))!]
    const kept = kids.filter((kid) => this.#mayStay(kid, isOnLostPage))
    if (kept.length === kids.length) return
    if (kept.length > 0) element.set(name('K'), this.context.obj(kept))
    else element.delete(name('K'))
  }

  #mayStay(kid: PDFObject, isOnLostPage: boolean): boolean {
    const found = this.context.lookup(kid)
    if (found instanceof PDFNumber) return !isOnLostPage
    if (!(found instanceof PDFDict) || this.#isElement(found)) return true
    if (found.has(name('StmOwn')) && !this.#isShown(found, 'StmOwn')) found.delete(name('StmOwn'))
    if (found.has(name('Obj'))) return this.#isShown(found, 'Obj')
    return !this.#isOnLostPage(found) && (!found.has(name('Stm')) || this.#isShown(found, 'Stm'))
  }

  #isOnLostPage(holder: PDFDict): boolean {
    const page = holder.get(name('Pg'))
    return page !== undefined && !this.#pages.has(this.context.lookup(page)!)
  }

  #isShown(holder: PDFDict, key: string): boolean {
    return this.#shown.has(this.#reader.find(holder, key)!)
  }
}
