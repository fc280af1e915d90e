import type { PDFContext, PDFDict, PDFRawStream } from 'pdf-lib'
import { decimals } from '../../pdf/decimal.js'
import { Drawing, type Ink } from '../../pdf/drawing.js'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { storeOf } from '../../pdf/object_store.js'
import type { Matrix, Rectangle } from '../../pdf/page_box.js'
import { checkMark } from '../../pages/stamp.js'
import { DocumentFonts } from '../../type/document_fonts.js'
import { fitText } from '../../type/fitted_text.js'
import { typeLine, type TypedLine } from '../../type/typed_line.js'
import { borderWidth, inkOf } from './annotation_style.js'
import type { FormField } from './form_field.js'

/** Where a field leaves the size to us. */
const AUTO_SIZE = 12
const MIN_SIZE = 4
const LEADING = 1.2
const SELECTED: Ink = [0.6, 0.75, 0.86]
const MAX_OPTIONS = 200
/** Half of a capital's height. */
const MIDDLE = 0.36

const TURNS: Record<number, Matrix> = {
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
}

/**
 * Draws fields from their values, as programs leave them that fill in forms and let the reader draw
 * (ISO 32000-2, 12.7.4.3).
 */
export class FieldDrawing {
  #fonts: DocumentFonts
  #reader: ObjectReader

  constructor(readonly context: PDFContext) {
    this.#fonts = new DocumentFonts(storeOf(context))
    this.#reader = new ObjectReader(context)
  }

  /** @param isOn  of a button, whether it is checked */
  draw(field: FormField, { width, height }: Rectangle, isOn: boolean): PDFRawStream {
    const turn = this.#turnOf(field.widget)
    const isSideways = turn % 180 !== 0
    const box = {
      x: 0,
      y: 0,
      width: isSideways ? height : width,
      height: isSideways ? width : height,
    }
    const drawing = new Drawing(storeOf(this.context), this.#fonts)
    const frame = this.#frame(drawing, field, box)
    const padding = Math.min(Math.max(2, 2 * frame), box.width / 8)
    const room = { ...box, x: padding, width: box.width - 2 * padding }
    this.#value(drawing, field, room, box, isOn)
    return drawing.form(box.width, box.height, TURNS[turn] ?? [1, 0, 0, 1, 0, 0])
  }

  /** Writes the fonts that were used. */
  finish() {
    this.#fonts.finish()
  }

  #turnOf(widget: PDFDict): number {
    const appearance = this.#reader.dictionary(widget.get(name('MK')))
    const turn = appearance ? (this.#reader.number(appearance.get(name('R'))) ?? 0) : 0
    return ((turn % 360) + 360) % 360
  }

  /** @returns the width of the border */
  #frame(drawing: Drawing, { kind, widget }: FormField, box: Rectangle): number {
    const appearance = this.#reader.dictionary(widget.get(name('MK')))
    const background = inkOf((appearance && this.#reader.numbers(appearance.get(name('BG')))) ?? [])
    const border = inkOf((appearance && this.#reader.numbers(appearance.get(name('BC')))) ?? [])
    const line = border ? borderWidth(this.#reader, widget) : 0
    const inner = {
      x: line / 2,
      y: line / 2,
      width: Math.max(0, box.width - line),
      height: Math.max(0, box.height - line),
    }
    const radius = kind === 'radio' ? Math.min(inner.width, inner.height) / 2 : 0
    if (background) drawing.roundedRectangle(inner, radius, { fill: background })
    if (border && line > 0) drawing.roundedRectangle(inner, radius, { stroke: border, line })
    return line
  }

  #value(drawing: Drawing, field: FormField, room: Rectangle, box: Rectangle, isOn: boolean) {
    switch (field.kind) {
      case 'check':
      case 'radio':
        return isOn ? this.#mark(drawing, field, box) : undefined
      case 'push':
        return this.#oneLine(drawing, field, this.#caption(field), room, 'center')
      case 'comb':
        return this.#comb(drawing, field, box)
      case 'list':
        return this.#list(drawing, field, room)
      case 'text':
      case 'choice': {
        const text = field.isPassword ? '' : field.values.join('\n').trimEnd()
        if (field.kind === 'text' && field.isMultiline)
          return this.#block(drawing, field, text, room)
        return this.#oneLine(drawing, field, text, room)
      }
      case 'other':
        return undefined
    }
  }

  #caption({ widget }: FormField): string {
    const appearance = this.#reader.dictionary(widget.get(name('MK')))
    return (appearance && this.#reader.text(appearance.get(name('CA')))) ?? ''
  }

  #oneLine(
    drawing: Drawing,
    field: FormField,
    text: string,
    room: Rectangle,
    alignment = field.alignment
  ) {
    const line = typeLine(text.replace(/\s*[\r\n]\s*/g, ' '))
    if (line.width === 0) return
    const { size: wanted, ink } = field.type
    const size = Math.min(
      wanted || Math.max(MIN_SIZE, Math.min(AUTO_SIZE, room.height * 0.7)),
      (room.width / line.width) * 1000
    )
    const x = aligned(line, size, room, alignment)
    drawing.text(line, x, room.y + room.height / 2 - MIDDLE * size, size, { ink })
  }

  #block(drawing: Drawing, field: FormField, text: string, room: Rectangle) {
    if (text === '') return
    const { size: wanted, ink } = field.type
    const height = room.height - 4
    const { size, leading, lines } = fitText(
      text,
      { width: room.width, height },
      wanted || AUTO_SIZE
    )
    const top = room.y + room.height - 2 - ((lines[0]?.ascent ?? 0) * size) / 1000
    lines.forEach((line, index) => {
      const x = aligned(line, size, room, field.alignment)
      drawing.text(line, x, top - index * leading, size, { ink })
    })
  }

  /** Each character in a cell of its own. */
  #comb(drawing: Drawing, field: FormField, box: Rectangle) {
    const cell = box.width / field.maxLength
    const { size: wanted, ink } = field.type
    const characters = [...new Intl.Segmenter().segment(field.values.join(''))]
    characters.slice(0, field.maxLength).forEach(({ segment }, index) => {
      const line = typeLine(segment)
      if (line.width === 0) return
      const natural = wanted || Math.min(AUTO_SIZE, box.height * 0.7)
      const size = Math.min(natural, (cell / line.width) * 1000)
      const x = box.x + index * cell + (cell - (line.width * size) / 1000) / 2
      drawing.text(line, x, box.y + box.height / 2 - MIDDLE * size, size, { ink })
    })
  }

  #list(drawing: Drawing, field: FormField, room: Rectangle) {
    const { size: wanted, ink } = field.type
    const size = wanted || AUTO_SIZE
    const chosen = new Set(field.values)
    const labels = field.options.map(({ label }) => label)
    const shown = labels.length > 0 ? labels.slice(field.topIndex) : [...chosen]
    const rows = Math.max(1, Math.floor((room.height - 2) / (size * LEADING)))
    // what was chosen is shown, be it where the list would have to be scrolled to
    const isCut = shown.slice(0, rows).filter((label) => chosen.has(label)).length < chosen.size
    const lines = isCut ? [...chosen] : shown
    const leading = Math.min(size * LEADING, (room.height - 2) / (isCut ? lines.length : 1))
    lines.slice(0, Math.min(MAX_OPTIONS, isCut ? lines.length : rows)).forEach((label, index) => {
      const top = room.y + room.height - 1 - index * leading
      const row = { x: room.x, y: top - leading, width: room.width, height: leading }
      if (chosen.has(label)) drawing.rectangle(row, SELECTED)
      const line = typeLine(label)
      if (line.width === 0) return
      const fitted = Math.min(size, leading / LEADING, (room.width / line.width) * 1000)
      const x = aligned(line, fitted, room, field.alignment)
      drawing.text(line, x, row.y + leading / 2 - MIDDLE * fitted, fitted, { ink })
    })
  }

  /** The marks of the font that forms have for them (ISO 32000-2, D.6): ✔ ● ✘ ■ ◆ ★. */
  #mark(drawing: Drawing, field: FormField, box: Rectangle) {
    const { ink } = field.type
    const side = Math.min(box.width, box.height) * 0.8
    const square = {
      x: box.x + (box.width - side) / 2,
      y: box.y + (box.height - side) / 2,
      width: side,
      height: side,
    }
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    switch (this.#caption(field) || (field.kind === 'radio' ? 'l' : '4')) {
      case 'l':
        return drawing.circle(x, y, side * 0.35, ink)
      case 'n':
        return drawing.rectangle(square, ink)
      case '8':
        return drawing.strokePath(cross(square), ink, side / 8)
      case 'u':
        return drawing.fillPath(diamond(square), ink)
      default:
        return drawing.strokePath(checkMark(square), ink, side / 8)
    }
  }
}

function aligned(
  line: TypedLine,
  size: number,
  room: Rectangle,
  alignment: FormField['alignment']
): number {
  const spare = room.width - (line.width * size) / 1000
  if (alignment === 'center') return room.x + spare / 2
  const isRight = alignment === 'right' || line.direction === 'rtl'
  return room.x + (isRight ? spare : 0)
}

function cross({ x, y, width, height }: Rectangle) {
  const [left, right] = [x + width * 0.2, x + width * 0.8]
  const [bottom, top] = [y + height * 0.2, y + height * 0.8]
  return `${decimals(left, bottom)} m ${decimals(right, top)} l ${decimals(left, top)} m ${decimals(right, bottom)} l`
}

function diamond({ x, y, width, height }: Rectangle) {
  const [middle, half] = [x + width / 2, y + height / 2]
  return `${decimals(middle, y)} m ${decimals(x + width, half)} l ${decimals(middle, y + height)} l ${decimals(x, half)} l h`
}
