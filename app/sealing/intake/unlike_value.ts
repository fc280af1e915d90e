import type { PDFContext, PDFDict } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { ObjectReader } from '../pdf/object_reader.js'
import { intersection, type Rectangle } from '../pdf/page_box.js'
import type { UploadedPage } from './content/page_tree.js'
import { Appearances } from './flattening/appearance.js'
import { FormField } from './flattening/form_field.js'
import { shownLetters } from './flattening/stream_text.js'
import { isDrawnAlike } from './plain_picture/drawn_alike.js'
import { beneath, INK } from './second_engine/beneath.js'
import type { OpenedPage } from './second_engine/opened_page.js'
import { paints } from './signed_appearance.js'

/** Hidden, or not on a screen (ISO 32000-2, table 167). */
const UNSEEN = (1 << 1) | (1 << 5)
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
    if (field.kind === 'other') return false
    const isBare = !hasPicture(reader, widget)
    if (field.kind === 'push') return isBare && isDressed(field, isUponWhite(widget))
    return isDrawnAnew
      ? differs(field, isUponWhite(widget))
      : isBare && (isFilledIn(field) || isDressed(field, isUponWhite(widget)))
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

/** Whether it names words, or colours that would cover something, for programs that draw what has no picture (ISO 32000-2, table 192). */
function isDressed({ reader, widget, kind }: FormField, isUponWhite: () => boolean): boolean {
  const dress = reader.dictionary(widget.get(name('MK')))
  if (dress === null) return false
  if (kind === 'push' && reader.text(dress.get(name('CA')))) return true
  const hasColour = ['BG', 'BC'].some((key) => reader.array(dress.get(name(key)))?.length)
  return hasColour && !isUponWhite()
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
  if (picture === null) return isDressed(field, isUponWhite)
  if (shownLetters(reader.context, picture) > 1) return true
  return paints(picture) && Math.max(width, height) > LARGEST_BUTTON
}
