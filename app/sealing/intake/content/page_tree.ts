import {
  PDFArray,
  PDFDict,
  PDFNumber,
  PDFRef,
  type PDFContext,
  type PDFName,
  type PDFObject,
} from 'pdf-lib'
import { name } from '../../pdf/names.js'
import { intersection, PageBox, rectangleFromCorners, type Rectangle } from '../../pdf/page_box.js'
import PdfMalformed from '../../errors/pdf_malformed.js'
import TooManyPages from '../../errors/too_many_pages.js'

const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map(name)
/** What readers show of a page that names no size: US Letter. */
const LETTER: Rectangle = { x: 0, y: 0, width: 612, height: 792 }
/** Nodes between root and pages; honest files have one for some ten pages. */
const MAX_NODES = 20_000

export interface UploadedPage {
  ref: PDFRef
  dictionary: PDFDict
  box: PageBox
}

interface Node {
  ref: PDFRef | undefined
  dictionary: PDFDict
  inherited: Map<PDFName, PDFObject>
}

/** The page tree of an upload, rewritten to one level with every page complete in itself. */
export class PageTree {
  readonly pages: UploadedPage[] = []
  #seen = new Set<PDFDict>()
  #nodes = 0

  /** @throws TooManyPages, PdfMalformed */
  static flatten(context: PDFContext, catalog: PDFDict, maxPages: number): PageTree {
    const tree = new PageTree(context, maxPages)
    tree.#walk(catalog)
    tree.#replace(catalog)
    return tree
  }

  private constructor(
    readonly context: PDFContext,
    readonly maxPages: number
  ) {}

  #walk(catalog: PDFDict) {
    const root = this.context.lookup(catalog.get(name('Pages')))
    if (!(root instanceof PDFDict)) throw new PdfMalformed('its list of pages is missing')
    const waiting: Node[] = [{ ref: undefined, dictionary: root, inherited: new Map() }]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (++this.#nodes > MAX_NODES) throw new PdfMalformed('its list of pages never ends')
      const kids = this.context.lookup(node.dictionary.get(name('Kids')))
      if (kids instanceof PDFArray) waiting.push(...this.#kidsOf(node, kids).reverse())
      else if (node.dictionary !== root) this.#addPage(node)
    }
    if (this.pages.length === 0) throw new PdfMalformed('it has no pages')
  }

  #kidsOf({ dictionary, inherited }: Node, kids: PDFArray): Node[] {
    if (this.#seen.has(dictionary)) throw new PdfMalformed('its list of pages goes in circles')
    this.#seen.add(dictionary)
    if (kids.size() > MAX_NODES) throw new TooManyPages(this.maxPages)
    const passedOn = new Map(inherited)
    for (const key of INHERITABLE) {
      const value = dictionary.get(key)
      if (value) passedOn.set(key, value)
    }
    return kids.asArray().flatMap((kid) => {
      const found = this.context.lookup(kid)
      if (!(found instanceof PDFDict)) return []
      const ref = kid instanceof PDFRef ? kid : undefined
      return [{ ref, dictionary: found, inherited: passedOn }]
    })
  }

  #addPage({ ref, dictionary, inherited }: Node) {
    if (this.pages.length === this.maxPages) throw new TooManyPages(this.maxPages)
    // a page listed twice becomes two pages, so that a stamp on one is not a stamp on both
    const page = this.#seen.has(dictionary) ? dictionary.clone(this.context) : dictionary
    const own = ref && page === dictionary ? ref : this.context.register(page)
    this.#seen.add(dictionary)
    for (const [key, value] of inherited) if (!page.has(key)) page.set(key, value)
    page.set(name('Type'), name('Page'))
    this.pages.push({ ref: own, dictionary: page, box: this.#normalizeBox(page) })
  }

  #normalizeBox(page: PDFDict): PageBox {
    const media = this.#rectangle(page.get(name('MediaBox'))) ?? LETTER
    const named = this.#rectangle(page.get(name('CropBox'))) ?? media
    // where nothing is left, or more than the page, programs show different parts of it
    const crop = intersection(media, named) ?? media
    const turn = this.context.lookup(page.get(name('Rotate')))
    const rotation = PageBox.quarterTurn(turn instanceof PDFNumber ? turn.asNumber() : 0)
    const box = new PageBox(media, crop, rotation)
    if (!box.isPrintable) {
      throw new PdfMalformed(`page ${this.pages.length + 1} is too small or too large to be shown`)
    }
    page.set(name('MediaBox'), this.#corners(media))
    page.set(name('CropBox'), this.#corners(crop))
    page.set(name('Rotate'), PDFNumber.of(rotation))
    return box
  }

  #rectangle(object: PDFObject | undefined): Rectangle | null {
    const array = this.context.lookup(object)
    if (!(array instanceof PDFArray) || array.size() !== 4) return null
    const corners = array.asArray().map((corner) => this.context.lookup(corner))
    return rectangleFromCorners(
      corners.map((corner) => (corner instanceof PDFNumber ? corner.asNumber() : Number.NaN))
    )
  }

  #corners({ x, y, width, height }: Rectangle) {
    return this.context.obj([x, y, x + width, y + height])
  }

  #replace(catalog: PDFDict) {
    const tree = this.context.obj({ Type: 'Pages', Count: this.pages.length })
    tree.set(name('Kids'), this.context.obj(this.pages.map(({ ref }) => ref)))
    const before = catalog.get(name('Pages'))
    const ref = before instanceof PDFRef ? before : this.context.nextRef()
    this.context.assign(ref, tree)
    for (const { dictionary } of this.pages) dictionary.set(name('Parent'), ref)
    catalog.set(name('Pages'), ref)
  }
}
