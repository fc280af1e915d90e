import { PDFArray, PDFDict, PDFStream, type PDFObject, type PDFRef } from 'pdf-lib'
import { name } from './names.js'

export type Resolve = (object: PDFObject | undefined) => PDFObject | undefined

/** What a page draws, and with what: things are added to it without touching what it shares. */
export class PageContent {
  #copies = new Map<string, PDFDict>()
  #counts = new Map<string, number>()

  constructor(
    readonly page: PDFDict,
    readonly resolve: Resolve
  ) {}

  /** Puts content streams before and behind the page's own. */
  wrap(before: PDFRef, after: PDFRef) {
    this.page.set(name('Contents'), this.page.context.obj([before, ...this.#own(), after]))
  }

  /** Puts a content stream behind the page's own. */
  append(after: PDFRef) {
    this.page.set(name('Contents'), this.page.context.obj([...this.#own(), after]))
  }

  /**
   * Names an XObject for this page. Resource dictionaries are copied first: other pages may use
   * the same ones, and names in them must not clash with the customer's.
   *
   * @returns the name to use in content
   */
  addXObject(wanted: string, xobject: PDFRef): string {
    const resources = this.#copyOf(this.page, 'Resources')
    const xobjects = this.#copyOf(resources, 'XObject')
    let count = this.#counts.get(wanted) ?? 1
    let free = wanted
    while (xobjects.has(name(free))) free = `${wanted}${++count}`
    this.#counts.set(wanted, count)
    xobjects.set(name(free), xobject)
    return free
  }

  #own(): PDFObject[] {
    const contents = this.page.get(name('Contents'))
    const found = this.resolve(contents)
    if (found instanceof PDFArray) return found.asArray()
    return found instanceof PDFStream ? [contents!] : []
  }

  #copyOf(owner: PDFDict, key: string): PDFDict {
    const known = this.#copies.get(key)
    if (known) return known
    const found = this.resolve(owner.get(name(key)))
    const copy = found instanceof PDFDict ? found.clone(owner.context) : owner.context.obj({})
    owner.set(name(key), copy)
    this.#copies.set(key, copy)
    return copy
  }
}
