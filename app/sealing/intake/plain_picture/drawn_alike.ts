import type { PDFDict, PDFStream } from 'pdf-lib'
import type { Ink } from '../../pdf/drawing.js'
import { name } from '../../pdf/names.js'
import { inkOf } from '../flattening/annotation_style.js'
import type { FormField } from '../flattening/form_field.js'
import { withoutSpaces } from '../flattening/picture_of_value.js'
import { defaultAppearanceOf, type DefaultAppearance } from './default_appearance.js'
import type { FieldShape } from './frame.js'
import { PlainFont, usualEmsOf } from './plain_font.js'
import { isLegible, isSameInk } from './plain_ink.js'
import { LARGEST_TYPE, SMALLEST_TYPE } from './plain_lines.js'
import { PlainPicture } from './plain_picture.js'

const QUARTERS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
]

/**
 * Whether a field of a form that asks for drawing anew shows the same where that is done and where its picture is shown: one that paints
 * nothing but the value, and as legibly as programs would draw it.
 *
 * @param isUponWhite  whether nothing shows beneath the field
 */
export function isDrawnAlike(
  field: FormField,
  picture: PDFStream | null,
  isUponWhite: () => boolean
): boolean {
  const { values } = field
  if (!field.isConsistent) return false
  if (values.length === 0 && field.defaults.some((value) => value !== '')) return false
  const said = defaultAppearanceOf(field.defaultAppearance)
  const hasValue = values.some((value) => value.trim() !== '')
  if (hasValue && !isDrawn(field, said)) return false
  if (!picture) return true
  const shape = shapeOf(field)
  const plain = isUpright(field, picture) ? PlainPicture.of(field.reader, picture, shape) : null
  if (!plain || plain.isEmpty) return plain !== null
  const lines = plain.lines.all
  const hasSameInks =
    isSameInk(plain.frame.background, groundOf(field)) &&
    lines.every(({ ink }) => said && isSameInk(ink, said.ink))
  if (field.isPassword || !(hasSameInks || isUponWhite())) return false
  if (lines.length === 0) return !hasValue && plain.frame.rows.length === 0
  return (
    said !== null &&
    isLegiblyDrawn(field, said) &&
    lines.every(({ ink, middle }) => isLegible(ink, plain.frame.groundAt(middle))) &&
    isSameText(field, plain) &&
    haveKnownLetters(fontsOf(field, said, picture), plain.lines.fonts)
  )
}

/** Whether all programs that draw the value do so. */
function isDrawn({ values, kind, isStreamed }: FormField, said: DefaultAppearance | null): boolean {
  return Boolean(said?.font) && !isStreamed && (kind === 'list' || values.length === 1)
}

/** Whether the value can be read where programs draw it. */
function isLegiblyDrawn(field: FormField, { size, ink }: DefaultAppearance): boolean {
  if (!isLegible(ink, groundOf(field))) return false
  const { width, height } = shapeOf(field)
  if (size === 0) return true
  if (size < SMALLEST_TYPE || size > height * LARGEST_TYPE) return false
  const isOneLine = field.kind === 'choice' || (field.kind === 'text' && !field.isMultiline)
  return !isOneLine || (usualEmsOf(field.values.join('').trim()) ?? 0) * size <= width
}

function isSameText(field: FormField, { lines, frame }: PlainPicture): boolean {
  const texts = lines.all.map(({ text }) => withoutSpaces(text))
  const values = field.values.map(withoutSpaces)
  if (field.kind !== 'list') return texts.join('') === values.join('')
  // a list shows some of its options, those that are chosen upon a background of their own
  const options = field.options.map(({ label }) => withoutSpaces(label))
  const first = options.indexOf(texts[0]!)
  const areOptions = texts.every((text, index) => first >= 0 && text === options[first + index])
  const chosen = frame.rows.flatMap(({ bottom, top }) =>
    texts.filter((_, index) => lines.all[index]!.middle > bottom && lines.all[index]!.middle < top)
  )
  return (
    areOptions &&
    frame.rows.length === values.length &&
    chosen.length === values.length &&
    values.every((value) => chosen.includes(value))
  )
}

/** Nothing but the same font may have letters of its own. */
function haveKnownLetters(asked: readonly (PlainFont | null)[], drawn: ReadonlySet<PlainFont>) {
  const fonts = [...asked, ...drawn]
  const distinct = new Set(fonts.map((font) => font?.dictionary))
  return fonts.every((font) => font !== null && (!font.isEmbedded || distinct.size === 1))
}

/** Those that programs may take for the value. */
function fontsOf(field: FormField, { font }: DefaultAppearance, { dict }: PDFStream) {
  const { reader } = field
  const own = reader.dictionary(dict.get(name('Resources')))
  return [...field.resources, ...(own ? [own] : [])].flatMap((resources) => {
    const named =
      font && reader.dictionary(reader.dictionary(resources.get(name('Font')))?.get(font))
    return named ? [PlainFont.of(reader, named)] : []
  })
}

function shapeOf(field: FormField): FieldShape {
  const { width, height } = field.reader.rectangle(field.widget.get(name('Rect')))!
  const isSideways = turnOf(field) % 2 === 1
  return {
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    cells: field.kind === 'comb' ? field.maxLength : null,
    hasRows: field.kind === 'list',
  }
}

/** Whether a picture is turned as the field says, and in no other way. */
function isUpright(field: FormField, { dict }: PDFStream): boolean {
  const [a, b, c, d] = field.reader.matrix(dict.get(name('Matrix')))
  const [cos, sin] = QUARTERS[turnOf(field)]!
  const scale = Math.hypot(a, b)
  return (
    scale > 0 &&
    [a - cos! * scale, b - sin! * scale, c + sin! * scale, d - cos! * scale].every(
      (off) => Math.abs(off) < scale / 100
    )
  )
}

/** In quarters of a circle. */
function turnOf(field: FormField): number {
  const characteristics = characteristicsOf(field)
  const turn = characteristics ? (field.reader.number(characteristics.get(name('R'))) ?? 0) : 0
  return ((Math.round(turn / 90) % 4) + 4) % 4
}

/** Null for the page alone. */
function groundOf(field: FormField): Ink | null {
  return inkOf(field.reader.numbers(characteristicsOf(field)?.get(name('BG'))) ?? [])
}

function characteristicsOf({ reader, widget }: FormField): PDFDict | null {
  return reader.dictionary(widget.get(name('MK')))
}
