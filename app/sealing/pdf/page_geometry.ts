import { PDFArray, type PDFDict, type PDFObject } from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import { name } from './names.js'
import { PageBox, rectangleFromCorners, type Rectangle } from './page_box.js'
import type { IndexedFile } from './indexed_file.js'

/**
 * A page of a canonical file as a person sees it: there each page has boxes and a rotation of its own.
 *
 * @throws E_NOT_OUR_PDF when it has not
 */
export function boxOfPage(file: IndexedFile, page: PDFDict): PageBox {
  const media = rectangleOf(file, page.get(name('MediaBox')))
  const crop = rectangleOf(file, page.get(name('CropBox')))
  return new PageBox(media, crop, PageBox.quarterTurn(file.number(page.get(name('Rotate')))))
}

function rectangleOf(file: IndexedFile, object: PDFObject | undefined): Rectangle {
  const corners = file.resolve(object)
  const numbers = corners instanceof PDFArray ? corners.asArray() : []
  const box = rectangleFromCorners(numbers.map((number) => file.number(number)))
  if (!box) throw new NotOurPdf('a page has no size')
  return box
}
