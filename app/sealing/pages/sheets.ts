import { Drawing, type Ink } from '../pdf/drawing.js'
import type { ObjectStore } from '../pdf/object_store.js'
import type { DocumentFonts } from '../type/document_fonts.js'
import { Paragraph } from '../type/paragraph.js'
import { typeLine, type TypedLine } from '../type/typed_line.js'
import type { HanForms, Voice } from '../type/typefaces.js'
import type { Paper } from './paper.js'
import { INK } from './palette.js'

export interface TextStyle {
  size: number
  ink?: Ink
  voice?: Voice
  /** Additional space behind every letter, in thousandths of the type size. */
  tracking?: number
}

export interface Margins {
  side: number
  top: number
  bottom: number
}

/** Pages that we add, filled from the top; `top` is where the next thing goes. */
export class Sheets {
  readonly drawings: Drawing[] = []
  top = 0

  /** @param begin  draws what stands at the head of a page */
  constructor(
    readonly store: ObjectStore,
    readonly fonts: DocumentFonts,
    readonly paper: Paper,
    readonly margins: Margins,
    readonly han: HanForms,
    readonly begin: (sheets: Sheets, index: number) => void
  ) {
    this.turn()
  }

  get drawing(): Drawing {
    return this.drawings.at(-1)!
  }

  get left() {
    return this.margins.side
  }

  get width() {
    return this.paper.width - 2 * this.margins.side
  }

  /** Begins another page. */
  turn() {
    this.drawings.push(new Drawing(this.store, this.fonts))
    this.top = this.paper.height - this.margins.top
    this.begin(this, this.drawings.length - 1)
  }

  /** Turns the page unless so much room is left on it. */
  keep(height: number) {
    if (this.top - height < this.margins.bottom) this.turn()
  }

  line(text: string, { voice = 'regular' }: Partial<TextStyle> = {}): TypedLine {
    return typeLine(text, voice, this.han)
  }

  /** Sets one line and returns its width; what is too wide for its place is made smaller. */
  write(text: string, x: number, baseline: number, style: TextStyle, maxWidth = Infinity) {
    return this.#set(this.line(text, style), () => x, baseline, style, maxWidth)
  }

  writeRight(text: string, right: number, baseline: number, style: TextStyle, maxWidth = Infinity) {
    return this.#set(this.line(text, style), (width) => right - width, baseline, style, maxWidth)
  }

  wrap(text: string, width: number, { size, voice = 'regular' }: TextStyle): string[] {
    return new Paragraph(text, voice, this.han).wrap((width / size) * 1000)
  }

  /** The text as far as it fits on one line, with an ellipsis when that is not all of it. */
  clip(text: string, width: number, style: TextStyle): string {
    const [first, ...rest] = this.wrap(text, width - style.size, style)
    return rest.length > 0 ? `${first}…` : first!
  }

  /** Sets lines under each other and returns the baseline of the last. */
  writeLines(lines: string[], x: number, baseline: number, leading: number, style: TextStyle) {
    lines.forEach((line, index) => this.write(line, x, baseline - index * leading, style))
    return baseline - Math.max(0, lines.length - 1) * leading
  }

  #set(
    line: TypedLine,
    start: (width: number) => number,
    baseline: number,
    { size, ink = INK, tracking = 0 }: TextStyle,
    maxWidth: number
  ) {
    const natural = widthOf(line, size, tracking)
    const width = Math.min(natural, maxWidth)
    const fitted = natural > maxWidth ? (size * maxWidth) / natural : size
    this.drawing.text(line, start(width), baseline, fitted, { ink, tracking })
    return width
  }
}

function widthOf(line: TypedLine, size: number, tracking: number) {
  const letters = line.runs.reduce((count, { glyphs }) => count + glyphs.length, 0)
  return ((line.width + tracking * Math.max(0, letters - 1)) * size) / 1000
}
