import type { PDFContext, PDFDict } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { ObjectReader } from '../pdf/object_reader.js'
import { PageBox, type Rectangle } from '../pdf/page_box.js'
import { PageContent } from '../pdf/page_content.js'
import type { UploadedPage } from './content/page_tree.js'

/** Boxes for printers, which default to what is shown. */
const PRINTERS = ['BleedBox', 'TrimBox', 'ArtBox'].map(name)

/**
 * Brings a page that measures in units of its own (/UserUnit, ISO 32000-2, 14.11.2.3) to points: the page grows, and its content with it.
 * Some readers know the unit and others do not; afterwards all show the same size, and a field of 200 points is 200 points wide.
 * A page that would then be larger than readers can show keeps its unit, in which it is measured.
 *
 * @param page  whose annotations are painted already
 * @returns how many points its unit had; the page then has another box
 */
export function toPoints(context: PDFContext, page: UploadedPage): number {
  const { dictionary, box } = page
  const reader = new ObjectReader(context)
  const unit = reader.number(dictionary.get(name('UserUnit'))) ?? 1
  const isUsable = Number.isFinite(unit) && unit > 0
  if (!isUsable) dictionary.delete(name('UserUnit'))
  if (!isUsable || unit === 1) return 1
  const grown = new PageBox(times(box.media, unit), times(box.crop, unit), box.rotation)
  if (!grown.isPrintable) return 1
  page.box = grown
  dictionary.delete(name('UserUnit'))
  for (const key of PRINTERS) dictionary.delete(key)
  dictionary.set(name('MediaBox'), corners(context, grown.media))
  dictionary.set(name('CropBox'), corners(context, grown.crop))
  const register = (operators: string) => context.register(context.stream(operators))
  const content = new PageContent(dictionary, (object) => context.lookup(object))
  content.wrap(register(`q\n${unit} 0 0 ${unit} 0 0 cm\n`), register('\nQ\n'))
  for (const link of reader.array(dictionary.get(name('Annots'))) ?? [])
    growLink(reader, reader.dictionary(link)!, unit)
  return unit
}

export function times({ x, y, width, height }: Rectangle, unit: number): Rectangle {
  return { x: x * unit, y: y * unit, width: width * unit, height: height * unit }
}

function growLink(reader: ObjectReader, link: PDFDict, unit: number) {
  for (const key of [name('Rect'), name('QuadPoints')]) {
    const numbers = reader.numbers(link.get(key))
    if (numbers) link.set(key, reader.context.obj(numbers.map((number) => number * unit)))
  }
}

function corners(context: PDFContext, { x, y, width, height }: Rectangle) {
  return context.obj([x, y, x + width, y + height])
}
