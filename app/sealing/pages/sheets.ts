import { Drawing, type Ink } from '../pdf/drawing.js'
import type { ObjectStore } from '../pdf/object_store.js'
import type { DocumentFonts } from '../type/document_fonts.js'
import { Paragraph } from '../type/paragraph.js'
import { typeLine, type TypedLine } from '../type/typed_line.js'
import type { Voice } from '../type/typefaces.js'
import type { Role, Spoken, Structure } from '../structure/structure.js'
import type { Lettering } from './lettering.js'
import type { Paper } from './paper.js'
import { INK } from './palette.js'

/** What is no part of what a page says (ISO 32000-2, 14.8.2.2). */
const ARTIFACT = '/Artifact BMC'
const ISOLATE = '\u2068'
const RIGHT_TO_LEFT_MARK = '\u200f'

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

/**
 * Pages that we add, filled from the top; `top` is where the next thing goes. Places are those of a language that is read from left to
 * right; in others the page is its mirror image.
 */
export class Sheets {
  readonly drawings: Drawing[] = []
  top = 0

  /** @param begin  draws what stands at the head of a page */
  constructor(
    readonly store: ObjectStore,
    readonly fonts: DocumentFonts,
    readonly paper: Paper,
    readonly margins: Margins,
    readonly lettering: Lettering,
    readonly structure: Structure | null,
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

  get book() {
    return this.lettering.book
  }

  /** Where something stands that is so wide. */
  place(x: number, width = 0): number {
    return this.book.direction === 'rtl' ? this.paper.width - x - width : x
  }

  /** Begins another page. */
  turn() {
    this.drawings.push(new Drawing(this.store, this.fonts, this.structure && ARTIFACT))
    this.top = this.paper.height - this.margins.top
    this.begin(this, this.drawings.length - 1)
  }

  /** What is drawn meanwhile is a part, over as many pages as it takes. */
  part(role: Role, draw: () => void) {
    if (this.structure) this.structure.part(role, draw)
    else draw()
  }

  /** What is drawn meanwhile on this page says something; all else is decoration. */
  say(role: Role, draw: () => void, spoken?: Spoken) {
    if (this.structure) this.structure.say(this.drawing, role, draw, spoken)
    else draw()
  }

  /** Turns the page unless so much room is left on it. */
  keep(height: number) {
    if (this.top - height < this.margins.bottom) this.turn()
  }

  line(text: string, { voice = 'regular' }: Partial<TextStyle> = {}): TypedLine {
    const { han, latin } = this.lettering
    return typeLine(this.#directed(text), voice, han, latin)
  }

  /** Sets one line and returns its width; what is too wide for its place is made smaller. */
  write(text: string, x: number, baseline: number, style: TextStyle, maxWidth = Infinity) {
    return this.#set(this.line(text, style), () => x, baseline, style, maxWidth)
  }

  /** The same, up to where it ends. */
  writeEnd(text: string, end: number, baseline: number, style: TextStyle, maxWidth = Infinity) {
    return this.#set(this.line(text, style), (width) => end - width, baseline, style, maxWidth)
  }

  wrap(text: string, width: number, { size, voice = 'regular' }: TextStyle): string[] {
    const { han, latin } = this.lettering
    return new Paragraph(this.#directed(text), voice, han, latin).wrap((width / size) * 1000)
  }

  /** How wide a text is on one line, in points. */
  widthOf(text: string, style: TextStyle): number {
    return widthOf(this.line(text, style), style.size, style.tracking)
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

  /** What has isolates in it is a sentence of ours, and reads as our language does even where all its words are somebody else's. */
  #directed(text: string): string {
    const isOurs = this.book.direction === 'rtl' && text.includes(ISOLATE)
    return isOurs ? `${RIGHT_TO_LEFT_MARK}${text}` : text
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
    const shown = this.structure ? spaced(line) : line
    this.drawing.text(shown, this.place(start(width), width), baseline, fitted, { ink, tracking })
    return width
  }
}

/** With a space behind it, which nobody sees: a label and what it names are two words for who hears them. */
function spaced(line: TypedLine): TypedLine {
  const typeface = line.runs.at(-1)?.typeface
  if (!typeface) return line
  return { ...line, runs: [...line.runs, { typeface, glyphs: typeface.shape(' ', 'ltr') }] }
}

function widthOf(line: TypedLine, size: number, tracking = 0) {
  const letters = line.runs.reduce((count, { glyphs }) => count + glyphs.length, 0)
  return ((line.width + tracking * Math.max(0, letters - 1)) * size) / 1000
}
