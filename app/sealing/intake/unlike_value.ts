import type { PDFContext, PDFDict } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { ObjectReader } from '../pdf/object_reader.js'
import { Appearances } from './flattening/appearance.js'
import { FormField } from './flattening/form_field.js'
import { showsValue } from './flattening/picture_of_value.js'
import { paints } from './signed_appearance.js'

/** Hidden, or not on a screen (ISO 32000-2, table 167). */
const UNSEEN = (1 << 1) | (1 << 5)
/** Of these, nobody draws a value. */
const WITHOUT_VALUE: readonly string[] = ['push', 'other']
/** Points: beyond that a button has room for more than a mark. */
const LARGEST_BUTTON = 40

/**
 * Whether a page has a field of which some programs show a picture, and others what they draw themselves from its value. They draw all of a
 * form that asks for it (`/NeedAppearances`), and some of them what has no picture; those who sign see one of both, and others what they
 * did not sign.
 *
 * @param context  with all objects of the file
 */
export function isUnlikeValue(context: PDFContext, catalog: PDFDict, page: PDFDict): boolean {
  const reader = new ObjectReader(context)
  const form = reader.dictionary(catalog.get(name('AcroForm')))
  const isDrawnAnew = form !== null && reader.isTrue(form.get(name('NeedAppearances')))
  return (reader.array(page.get(name('Annots'))) ?? []).some((listed) => {
    const widget = reader.dictionary(listed)
    if (!widget || !shows(reader, widget)) return false
    const field = new FormField(reader, widget, form)
    if (WITHOUT_VALUE.includes(field.kind)) return false
    return isDrawnAnew ? differs(field) : !hasPicture(reader, widget) && isFilledIn(field)
  })
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

/** Of a field with a picture, which programs draw anew. */
function differs(field: FormField): boolean {
  const { reader, widget, kind } = field
  const appearances = new Appearances(reader.context)
  const state = reader.name(widget.get(name('AS')))
  const ref = appearances.find(widget, state)
  const picture = ref && reader.stream(ref)
  if (kind !== 'check' && kind !== 'radio')
    return picture !== null && paints(picture) && (field.isPassword || !showsValue(field, picture))
  const [value] = field.values
  const named = value !== undefined && appearances.statesOf(widget).includes(value) ? value : 'Off'
  if (value !== undefined && named !== (state ?? 'Off')) return true
  const { width, height } = reader.rectangle(widget.get(name('Rect')))!
  return picture !== null && paints(picture) && Math.max(width, height) > LARGEST_BUTTON
}
