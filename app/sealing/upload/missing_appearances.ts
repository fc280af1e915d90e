import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFStream,
  PDFString,
  type PDFContext,
  type PDFObject,
  type PDFRef,
} from 'pdf-lib'
import { Drawing, type Ink } from '../pdf/drawing.js'
import { name } from '../pdf/names.js'
import { storeOf } from '../pdf/object_store.js'
import type { Rectangle } from '../pdf/page_box.js'
import { DocumentFonts } from '../type/document_fonts.js'
import { fitText } from '../type/fitted_text.js'

const MAX_TEXT_SIZE = 12
const PADDING = 2
const PASSWORD = 1 << 13
/** Fields inherit from parents, of which honest forms have a few. */
const MAX_PARENTS = 32

/**
 * Draws fields that have a value and no appearance, as programs leave them that fill in forms and
 * let the reader draw (ISO 32000-2, 12.7.4.3).
 */
export class MissingAppearances {
  #fonts: DocumentFonts

  constructor(readonly context: PDFContext) {
    this.#fonts = new DocumentFonts(storeOf(context))
  }

  draw(widget: PDFDict, { width, height }: Rectangle): { ref: PDFRef; stream: PDFStream } {
    const drawing = new Drawing(storeOf(this.context), this.#fonts)
    const box = { x: 0, y: 0, width, height }
    const look = this.context.lookup(widget.get(name('MK')))
    const background = look instanceof PDFDict ? this.#ink(look.get(name('BG'))) : null
    const border = look instanceof PDFDict ? this.#ink(look.get(name('BC'))) : null
    if (background) drawing.rectangle(box, background)
    if (border) drawing.frame({ x: 0.5, y: 0.5, width: width - 1, height: height - 1 }, border)
    this.#text(drawing, this.#valueOf(widget), box)
    const stream = drawing.form(width, height, [1, 0, 0, 1, 0, 0])
    return { ref: this.context.register(stream), stream }
  }

  finish() {
    this.#fonts.finish()
  }

  #text(drawing: Drawing, text: string, { width, height }: Rectangle) {
    if (text === '') return
    const room = { width: width - 2 * PADDING, height }
    const { size, leading, lines } = fitText(text, room, MAX_TEXT_SIZE)
    const block = leading * (lines.length - 1) + size * 0.72
    lines.forEach((line, index) => {
      drawing.text(line, PADDING, (height + block) / 2 - size * 0.72 - index * leading, size)
    })
  }

  /** Texts and choices; buttons say all they have to say by their appearance. */
  #valueOf(widget: PDFDict): string {
    const type = this.context.lookup(this.#inherited(widget, 'FT'))
    if (type !== name('Tx') && type !== name('Ch')) return ''
    const flags = this.context.lookup(this.#inherited(widget, 'Ff'))
    if (flags instanceof PDFNumber && (flags.asNumber() & PASSWORD) !== 0) return ''
    const value = this.context.lookup(this.#inherited(widget, 'V'))
    const values = value instanceof PDFArray ? value.asArray() : [value]
    return values
      .map((part) => this.#string(part))
      .join('\n')
      .trimEnd()
  }

  #string(object: PDFObject | undefined): string {
    const found = this.context.lookup(object)
    if (found instanceof PDFString || found instanceof PDFHexString) return found.decodeText()
    return found instanceof PDFName ? found.decodeText() : ''
  }

  #inherited(field: PDFDict, key: string): PDFObject | undefined {
    let holder: PDFObject | undefined = field
    for (let parents = 0; holder instanceof PDFDict && parents < MAX_PARENTS; parents++) {
      const value = holder.get(name(key))
      if (value) return value
      holder = this.context.lookup(holder.get(name('Parent')))
    }
    return undefined
  }

  /** One number is a grey, three are red, green and blue, four are inks on paper. */
  #ink(object: PDFObject | undefined): Ink | null {
    const array = this.context.lookup(object)
    if (!(array instanceof PDFArray)) return null
    const parts = array.asArray().map((part) => {
      const found = this.context.lookup(part)
      return found instanceof PDFNumber ? found.asNumber() : 0
    })
    if (parts.length === 1) return [parts[0]!, parts[0]!, parts[0]!]
    if (parts.length === 3) return parts as unknown as Ink
    if (parts.length !== 4) return null
    const [cyan, magenta, yellow, black] = parts as [number, number, number, number]
    const mixed = [cyan, magenta, yellow].map((ink) => 1 - Math.min(1, ink + black))
    return mixed as unknown as Ink
  }
}
