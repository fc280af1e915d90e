import { PDFDict, PDFStream, type PDFObject } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { ObjectReader } from '../pdf/object_reader.js'
import type { PageBox } from '../pdf/page_box.js'
import { borderWidth } from './flattening/annotation_style.js'
import { hideTogether } from './link_borders.js'
import { paints } from './signed_appearance.js'

/** ISO 32000-2, table 167 */
const HIDDEN = 1 << 1
/** Without a picture, some programs draw these in their own way, and others do not. */
const WITH_PICTURE = [
  ...['FreeText', 'Line', 'Polygon', 'PolyLine', 'Caret', 'Stamp', 'Redact'],
  ...['FileAttachment', 'Sound'],
]
/** Some programs draw the picture of one, and others never look for it. */
const WITHOUT_PICTURE = [null, 'Link', 'Popup']
/** Points, as people make them: some programs draw a border around links. */
const WIDEST_BORDER = 3

/** Whether a page of a signed file has an annotation that programs draw in different ways. */
export function isUnlikePrograms(
  reader: ObjectReader,
  { dictionary, box }: { dictionary: PDFDict; box: PageBox }
): boolean {
  const seen = (reader.array(dictionary.get(name('Annots'))) ?? [])
    .map((listed) => reader.dictionary(listed))
    .filter((annotation) => annotation !== null)
    .filter((annotation) => isSeen(reader, annotation))
  if (seen.some((annotation) => isUnlike(reader, annotation))) return true
  const links = seen.filter((annotation) => isLink(reader, annotation))
  return hideTogether(reader, links, box)
}

function isLink(reader: ObjectReader, annotation: PDFDict): boolean {
  return reader.name(annotation.get(name('Subtype'))) === 'Link'
}

function isSeen(reader: ObjectReader, annotation: PDFDict): boolean {
  const flags = reader.number(annotation.get(name('F'))) ?? 0
  return (flags & HIDDEN) === 0 && reader.rectangle(annotation.get(name('Rect'))) !== null
}

function isUnlike(reader: ObjectReader, annotation: PDFDict): boolean {
  const subtype = reader.name(annotation.get(name('Subtype')))
  if (isLink(reader, annotation) && borderWidth(reader, annotation) > WIDEST_BORDER) return true
  const pictures = picturesOf(reader, annotation)
  if (pictures.length > 1) return pictures.some(paints)
  const [picture] = pictures
  if (WITHOUT_PICTURE.includes(subtype)) return paints(picture)
  return WITH_PICTURE.includes(subtype!) && !(picture instanceof PDFStream)
}

/** The normal one, or all between which programs choose, where it is in none of its states. */
function picturesOf(reader: ObjectReader, annotation: PDFDict): (PDFObject | undefined)[] {
  const all = reader.dictionary(annotation.get(name('AP')))
  const normal = all ? reader.find(all, 'N') : undefined
  if (!(normal instanceof PDFDict)) return [normal]
  const state = reader.name(annotation.get(name('AS')))
  if (state !== null) return [reader.find(normal, state)]
  return [undefined, ...normal.values().map((each) => reader.context.lookup(each))]
}
