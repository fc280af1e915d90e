import { PDFArray, PDFDict, PDFNumber, PDFStream, type PDFContext, type PDFObject } from 'pdf-lib'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { dictionariesIn } from './dictionaries.js'
import type { UploadedPage } from './page_tree.js'

/** What a page draws with; its annotations are links by now. */
const DRAWN = ['Resources', 'Contents'].map(name)

/**
 * What pages show no longer, and something else in the document still knows: tags of annotations that were painted or dropped, bookmarks
 * and tags of pages that were taken out. Through these it would stay in the file, with all that it says.
 */
export class LostObjects {
  #reader: ObjectReader
  #pages: Set<PDFObject>
  #shown: Set<PDFObject>

  /** Leaves tags and bookmarks as they are, but for what they name that is gone. */
  static remove(context: PDFContext, catalog: PDFDict, pages: readonly UploadedPage[]) {
    const lost = new LostObjects(context, pages)
    lost.#removePages()
    if (catalog.has(name('StructTreeRoot'))) lost.#removeFromTags(pages)
  }

  private constructor(
    readonly context: PDFContext,
    pages: readonly UploadedPage[]
  ) {
    this.#reader = new ObjectReader(context)
    this.#pages = new Set(pages.map(({ dictionary }) => dictionary))
    this.#shown = new Set()
  }

  #removePages() {
    for (const [ref, object] of this.context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFDict) || this.#pages.has(object)) continue
      if (this.#reader.name(object.get(name('Type'))) === 'Page') this.context.delete(ref)
    }
  }

  #removeFromTags(pages: readonly UploadedPage[]) {
    this.#findShown(pages)
    for (const dictionary of dictionariesIn(this.context))
      if (dictionary.has(name('K')) && this.#isElement(dictionary)) this.#prune(dictionary)
  }

  #isElement(dictionary: PDFDict): boolean {
    if (this.#reader.name(dictionary.get(name('S'))) !== null) return true
    return this.#reader.name(dictionary.get(name('Type'))) === 'StructTreeRoot'
  }

  #findShown(pages: readonly UploadedPage[]) {
    const waiting = pages.flatMap(({ dictionary }) => [
      ...DRAWN.flatMap((key) => dictionary.get(key) ?? []),
    ])
    for (let object = waiting.pop(); object; object = waiting.pop()) {
      const found = this.context.lookup(object)
      if (!found || this.#shown.has(found)) continue
      this.#shown.add(found)
      const part = found instanceof PDFStream ? found.dict : found
      if (part instanceof PDFDict) waiting.push(...part.values())
      else if (part instanceof PDFArray) waiting.push(...part.asArray())
    }
    for (const { dictionary } of pages)
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
