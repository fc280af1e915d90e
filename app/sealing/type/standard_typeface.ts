import { StandardFontEmbedder, type StandardFonts } from 'pdf-lib'
import type { ShapedGlyph, Typeface } from './typeface.js'

interface Letter extends ShapedGlyph {
  glyphName: string
}

/** A font of the standard fourteen: nothing to embed, but WinAnsi characters only. */
export class StandardTypeface implements Typeface {
  readonly ascent = 740
  readonly descent = 215
  #embedder: StandardFontEmbedder
  #letters = new Map<number, Letter | null>()
  #kernings = new Map<number, number>()

  constructor(readonly key: StandardFonts.Helvetica | StandardFonts.HelveticaBold) {
    this.#embedder = StandardFontEmbedder.for(key as never)
  }

  covers(text: string) {
    for (let index = 0; index < text.length; index++) {
      // what takes two units has no place in WinAnsi
      if (!this.#letter(text.charCodeAt(index))) return false
    }
    return true
  }

  shape(text: string): ShapedGlyph[] {
    const glyphs: ShapedGlyph[] = []
    let letter = this.#letter(text.charCodeAt(0))
    for (let index = 0; letter; index++) {
      const next = this.#letter(text.charCodeAt(index + 1))
      const kerning = next ? this.#kerning(letter, next) : 0
      glyphs.push(kerning === 0 ? letter : { ...letter, advance: letter.advance + kerning })
      letter = next
    }
    return glyphs
  }

  widthOf({ text }: ShapedGlyph) {
    return this.#letter(text.charCodeAt(0))!.advance
  }

  #kerning(left: Letter, right: Letter): number {
    const pair = left.id * 256 + right.id
    let kerning = this.#kernings.get(pair)
    if (kerning === undefined) {
      kerning = this.#embedder.font.getXAxisKerningForPair(left.glyphName, right.glyphName) || 0
      this.#kernings.set(pair, kerning)
    }
    return kerning
  }

  #letter(unit: number): Letter | null {
    let letter = this.#letters.get(unit)
    if (letter === undefined) {
      letter = this.#look(unit)
      this.#letters.set(unit, letter)
    }
    return letter
  }

  #look(unit: number): Letter | null {
    const { encoding, font } = this.#embedder
    // the encoding table lists some control characters as bullets
    if (!(unit >= 0x20) || !encoding.canEncodeUnicodeCodePoint(unit)) return null
    const { code, name } = encoding.encodeUnicodeCodePoint(unit)
    const advance = font.getWidthOfGlyph(name) || 250
    return { id: code, advance, dx: 0, dy: 0, text: String.fromCharCode(unit), glyphName: name }
  }
}
