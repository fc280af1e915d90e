import type { PDFContext, PDFDict } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { ObjectReader } from '../pdf/object_reader.js'
import { intersection, type Rectangle } from '../pdf/page_box.js'
import type { UploadedPage } from './content/page_tree.js'
import { Appearances } from './flattening/appearance.js'
import { FormField } from './flattening/form_field.js'
import { isDrawnAlike } from './plain_picture/drawn_alike.js'
import { beneath, INK } from './second_engine/beneath.js'
import type { OpenedPage } from './second_engine/opened_page.js'
import { paints } from './signed_appearance.js'

/** Hidden, or not on a screen (ISO 32000-2, table 167). */
const UNSEEN = (1 << 1) | (1 << 5)
/** Of these, nobody draws a value. */
const WITHOUT_VALUE: readonly string[] = ['push', 'other']
/** The lightest level of a picture. */
const WHITE = 255
/** Points: fields beside each other may share so much. */
const WIDEST_BORDER = 1
/** Points: beyond that a button has room for more than a mark. */
const LARGEST_BUTTON = 40

/**
 * Whether a page has a field of which some programs show a picture, and others what they draw themselves from its value. They draw all of a
 * form that asks for it (`/NeedAppearances`), and some of them what has no picture; those who sign see one of both, and others what they
 * did not sign.
 *
 * @param context  with all objects of the file
 * @param drawn  by the second engine; null where that cannot
 */
export function isUnlikeValue(
  context: PDFContext,
  catalog: PDFDict,
  { dictionary: page, box }: Pick<UploadedPage, 'dictionary' | 'box'>,
  drawn: OpenedPage | null
): boolean {
  const reader = new ObjectReader(context)
  const form = reader.dictionary(catalog.get(name('AcroForm')))
  const isDrawnAnew = form !== null && reader.isTrue(form.get(name('NeedAppearances')))
  const widgets = (reader.array(page.get(name('Annots'))) ?? [])
    .map((listed) => reader.dictionary(listed))
    .filter((found) => found !== null)
    .filter((found) => shows(reader, found))
  const places = new Map(
    widgets.map((widget) => [widget, reader.rectangle(widget.get(name('Rect')))!])
  )
  const isUponWhite = (widget: PDFDict) => () => {
    const place = places.get(widget)!
    for (const [other, taken] of places) if (other !== widget && overlap(place, taken)) return false
    const ground = drawn && beneath(drawn, box.seen(place))
    return ground !== null && ground.gray.every((level) => level > WHITE - INK)
  }
  return widgets.some((widget) => {
    const field = new FormField(reader, widget, form)
    if (WITHOUT_VALUE.includes(field.kind)) return false
    return isDrawnAnew
      ? differs(field, isUponWhite(widget))
      : !hasPicture(reader, widget) && isFilledIn(field)
  })
}

/** More than the borders of neighbours do. */
function overlap(one: Rectangle, other: Rectangle): boolean {
  const shared = intersection(one, other)
  return shared !== null && Math.min(shared.width, shared.height) > WIDEST_BORDER
}

function shows(reader: ObjectReader, widget: PDFDict): boolean {
  if (reader.name(widget.get(name('Subtype'))) !== 'Widget') return false
  if (((reader.number(widget.get(name('F'))) ?? 0) & UNSEEN) !== 0) return false
  const place = reader.rectangle(widget.get(name('Rect')))
  return place !== null && place.width > 0 && place.height > 0
}

function hasPicture(reader: ObjectReader, widget: PDFDict): boolean {
  const pictures = reader.dictionary(widget.get(name('AP')))
  return pictures !== null && reader.find(pictures, 'N') !== undefined
}

function isFilledIn({ values }: FormField): boolean {
  return values.some((value) => value !== '' && value !== 'Off')
}

/** Of a field that some programs draw anew. */
function differs(field: FormField, isUponWhite: () => boolean): boolean {
  const { reader, widget, kind } = field
  const appearances = new Appearances(reader.context)
  const state = reader.name(widget.get(name('AS')))
  const ref = appearances.find(widget, state)
  const picture = ref && reader.stream(ref)
  if (kind !== 'check' && kind !== 'radio') return !isDrawnAlike(field, picture, isUponWhite)
  const [value = field.defaults[0]] = field.values
  const named = value !== undefined && appearances.statesOf(widget).includes(value) ? value : 'Off'
  if (value !== undefined && named !== (state ?? 'Off')) return true
  const { width, height } = reader.rectangle(widget.get(name('Rect')))!
  return picture !== null && paints(picture) && Math.max(width, height) > LARGEST_BUTTON
}
