/** One glyph where it stands; lengths in thousandths of the type size. */
export interface ShapedGlyph {
  /** The code in a standard font, the glyph's number in a font file. */
  id: number
  /** How far the pen moves on, kerning included. */
  advance: number
  dx: number
  dy: number
  /** The characters it stands for; none when an earlier glyph speaks for them. */
  text: string
}

export type Direction = 'ltr' | 'rtl'

/** A way to draw characters: a font that every reader has, or one that travels with the file. */
export interface Typeface {
  readonly key: string
  /** Thousandths of the type size above and below the baseline. */
  readonly ascent: number
  readonly descent: number

  covers(cluster: string): boolean
  /** The glyphs of a run in the order in which they stand, from left to right. */
  shape(text: string, direction: Direction): ShapedGlyph[]
  /** The advance that readers know from the font itself. */
  widthOf(glyph: ShapedGlyph): number
}
