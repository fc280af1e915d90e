import { PDFArray, type PDFDict, PDFNumber, PDFRef, type PDFObject } from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import { name } from '../pdf/names.js'
import { PageBox, rectangleFromCorners, type Rectangle } from '../pdf/page_box.js'
import type { SignedFile } from './signed_file.js'

const INHERITED = ['MediaBox', 'CropBox', 'Rotate'].map(name)
/** What readers show of a page that names no size: US Letter. */
const LETTER: Rectangle = { x: 0, y: 0, width: 612, height: 792 }
const MAX_NODES = 20_000

export interface SignedPage {
  ref: PDFRef
  dictionary: PDFDict
  box: PageBox
  /** By which it says that it is turned; readers round what is no quarter turn. */
  degrees: number
}

/** The pages of a signed file in order, with what they inherit. @throws E_NOT_OUR_PDF where two are one */
export function signedPages(file: SignedFile): SignedPage[] {
  const pages: SignedPage[] = []
  const seen = new Set<PDFRef>()
  const inherited = new Map<string, PDFObject>()
  const waiting = [{ node: file.catalog.get(name('Pages')), inherited }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node: ref } = next
    if (!(ref instanceof PDFRef) || seen.has(ref) || seen.size === MAX_NODES)
      throw new NotOurPdf('its list of pages is damaged')
    seen.add(ref)
    const dictionary = file.dictionary(ref)
    const values = new Map(next.inherited)
    for (const key of INHERITED) {
      const value = dictionary.get(key)
      if (value) values.set(key.asString(), value)
    }
    const kids = file.resolve(dictionary.get(name('Kids')))
    if (kids instanceof PDFArray) {
      for (const node of kids.asArray().reverse()) waiting.push({ node, inherited: values })
    } else {
      const degrees = degreesOf(file, values)
      pages.push({ ref, dictionary, box: boxOf(file, values, degrees), degrees })
    }
  }
  return pages
}

function degreesOf(file: SignedFile, values: ReadonlyMap<string, PDFObject>): number {
  const turn = file.resolve(values.get('/Rotate'))
  return turn instanceof PDFNumber ? turn.asNumber() : 0
}

function boxOf(file: SignedFile, values: ReadonlyMap<string, PDFObject>, degrees: number): PageBox {
  const media = rectangleOf(file, values.get('/MediaBox')) ?? LETTER
  const crop = rectangleOf(file, values.get('/CropBox')) ?? media
  return new PageBox(media, crop, PageBox.quarterTurn(degrees))
}

export function rectangleOf(file: SignedFile, object: PDFObject | undefined): Rectangle | null {
  const corners = file.array(object).map((corner) => file.resolve(corner))
  return rectangleFromCorners(
    corners.map((corner) => (corner instanceof PDFNumber ? corner.asNumber() : Number.NaN))
  )
}
