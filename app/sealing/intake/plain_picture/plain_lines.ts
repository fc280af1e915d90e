import type { Ink } from '../../pdf/drawing.js'
import type { Matrix } from '../../pdf/page_box.js'
import { NotPlain } from './not_plain.js'
import type { PlainFont } from './plain_font.js'
import { isSameInk } from './plain_ink.js'
import { moved, UNMOVED, within, type PlainState } from './plain_state.js'

/** Points: smaller ones are not read. */
export const SMALLEST_TYPE = 3
/** How much higher than its field type may be. */
export const LARGEST_TYPE = 1.5
/** How narrow and how wide letters may be drawn. */
const [SQUEEZED, STRETCHED] = [0.5, 2]
/** In thousandths of the type size: more than letters are moved together for looks. */
const MOST_KERNING = 300
/** Parts of the type size: how far below its field a line may stand, and what of it has to lie within. */
const [BELOW, ABOVE] = [0.3, 0.5]
/** Parts of the type size, up or down: the same line, and another. */
const [SAME_LINE, NEXT_LINE] = [0.3, 0.5]
/** Parts of the type size: how far letters may reach over each other, and over the end of the field, where widths are only about right. */
const OVERLAP = 0.25

/** As it reads from left to right. */
export interface PlainLine {
  text: string
  /** Of its letters, in points from the foot of the field. */
  middle: number
  ink: Ink
}

/** The text that a picture shows, as it reads: nothing stands before or above what was said earlier. */
export class PlainLines {
  readonly all: PlainLine[] = []
  readonly fonts = new Set<PlainFont>()
  #object: { line: Matrix; at: Matrix } | null = null
  #baseline = 0
  #end = 0

  /** @param height  of the field, in points */
  constructor(readonly height: number) {}

  get isInObject() {
    return this.#object !== null
  }

  begin() {
    if (this.#object) throw new NotPlain()
    this.#object = { line: UNMOVED, at: UNMOVED }
  }

  end() {
    if (!this.#object) throw new NotPlain()
    this.#object = null
  }

  moveTo(matrix: Matrix) {
    if (!this.#object) throw new NotPlain()
    const line = within(UNMOVED, matrix)
    this.#object = { line, at: line }
  }

  nextLine(x: number, y: number) {
    if (!this.#object) throw new NotPlain()
    this.moveTo(moved(this.#object.line, x, y))
  }

  kern(amount: number, { size, stretch }: PlainState) {
    if (!this.#object || amount > MOST_KERNING) throw new NotPlain()
    this.#object.at = moved(this.#object.at, (-amount / 1000) * size * stretch, 0)
  }

  write(codes: Uint8Array, state: PlainState) {
    const { font, size, stretch, spacing, wordSpacing, place, clip } = state
    if (!this.#object || !font || !codes.every((code) => font.draws(code))) throw new NotPlain()
    const text = Buffer.from(codes).toString('latin1')
    const [across, , , up, x, y] = within(place, this.#object.at)
    const tall = size * up
    this.#refuseIllegible(tall, (size * stretch * across) / tall)
    if (Math.min(spacing, wordSpacing) < -size / 10) throw new NotPlain()
    const spaces = text.length * spacing + (text.split(' ').length - 1) * wordSpacing
    const natural = font.emsOf(text) * size
    const end = x + (natural + spaces - spacing) * stretch * across
    const isWithin =
      x >= clip.x - 1 &&
      end <= clip.x + clip.width + OVERLAP * tall &&
      y >= clip.y - BELOW * tall &&
      y + ABOVE * tall <= clip.y + clip.height
    if (text.trim() !== '') {
      if (!isWithin) throw new NotPlain()
      this.#add(text, { x, y, tall, end }, state)
      this.fonts.add(font)
    }
    this.#object.at = moved(this.#object.at, (natural + spaces) * stretch, 0)
  }

  #refuseIllegible(tall: number, stretch: number) {
    const isLegible =
      tall >= SMALLEST_TYPE &&
      tall <= this.height * LARGEST_TYPE &&
      stretch >= SQUEEZED &&
      stretch <= STRETCHED
    if (!isLegible) throw new NotPlain()
  }

  #add(
    text: string,
    { x, y, tall, end }: { x: number; y: number; tall: number; end: number },
    { ink }: PlainState
  ) {
    const line = this.all.at(-1)
    const isSameLine = line && Math.abs(this.#baseline - y) <= tall * SAME_LINE
    if (isSameLine && (x < this.#end - OVERLAP * tall || !isSameInk(line.ink, ink)))
      throw new NotPlain()
    if (line && !isSameLine && y > this.#baseline - tall * NEXT_LINE) throw new NotPlain()
    if (isSameLine) line.text += text
    else this.all.push({ text, middle: y + (ABOVE * tall) / 2, ink })
    if (!isSameLine) this.#baseline = y
    this.#end = end
  }
}
