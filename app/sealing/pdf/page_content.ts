import { PDFArray, PDFDict, PDFStream, type PDFObject, type PDFRef } from 'pdf-lib'
import { name } from './names.js'

export type Resolve = (object: PDFObject | undefined) => PDFObject | undefined

/** What a page draws, and with what: things are added to it without touching what it shares. */
export class PageContent {
  constructor(
    readonly page: PDFDict,
    readonly resolve: Resolve
  ) {}

  /** Puts content streams before and behind the page's own. */
  wrap(before: PDFRef, after: PDFRef) {
    const contents = this.page.get(name('Contents'))
    const found = this.resolve(contents)
    const own =
      found instanceof PDFArray ? found.asArray() : found instanceof PDFStream ? [contents!] : []
    this.page.set(name('Contents'), this.page.context.obj([before, ...own, after]))
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
    let free = wanted
    for (let count = 2; xobjects.has(name(free)); count++) free = `${wanted}${count}`
    xobjects.set(name(free), xobject)
    return free
  }

  #copyOf(owner: PDFDict, key: string): PDFDict {
    const found = this.resolve(owner.get(name(key)))
    const copy = found instanceof PDFDict ? found.clone(owner.context) : owner.context.obj({})
    owner.set(name(key), copy)
    return copy
  }
}
