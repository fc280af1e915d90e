import { createRequire } from 'node:module'
import type { StandardFontEmbedder, StandardFonts } from 'pdf-lib'
import type { ShapedGlyph, Typeface } from './typeface.js'

interface Glyph extends ShapedGlyph {
  glyphName: string
}

const require = createRequire(import.meta.url)

/** Loaded with the first font: most processes only ask which characters there are, and hardly ever for one beyond Latin letters. */
function embedderOf(key: StandardFonts): StandardFontEmbedder {
  const pdfLib = require('pdf-lib') as { StandardFontEmbedder: typeof StandardFontEmbedder }
  return pdfLib.StandardFontEmbedder.for(key as never)
}

/** A font of the standard fourteen: nothing to embed, but WinAnsi characters only. */
export class StandardTypeface implements Typeface {
  readonly ascent = 740
  readonly descent = 215
  #embedder: StandardFontEmbedder
  #glyphs = new Map<number, Glyph | null>()
  /** As they stand before another. */
  #kerned = new Map<number, Glyph>()

  constructor(readonly key: StandardFonts.Helvetica | StandardFonts.HelveticaBold) {
    this.#embedder = embedderOf(key)
  }

  covers(text: string) {
    for (let index = 0; index < text.length; index++) {
      // what takes two units has no place in WinAnsi
      if (!this.#glyph(text.charCodeAt(index))) return false
    }
    return true
  }

  shape(text: string): ShapedGlyph[] {
    const glyphs: ShapedGlyph[] = []
    let glyph = this.#glyph(text.charCodeAt(0))
    for (let index = 0; glyph; index++) {
      const next = this.#glyph(text.charCodeAt(index + 1))
      glyphs.push(next ? this.#before(next, glyph) : glyph)
      glyph = next
    }
    return glyphs
  }

  widthOf({ text }: ShapedGlyph) {
    return this.#glyph(text.charCodeAt(0))!.advance
  }

  #before(right: Glyph, left: Glyph): Glyph {
    const pair = left.id * 256 + right.id
    let kerned = this.#kerned.get(pair)
    if (!kerned) {
      const { font } = this.#embedder
      const kerning = font.getXAxisKerningForPair(left.glyphName, right.glyphName) || 0
      kerned = kerning === 0 ? left : { ...left, advance: left.advance + kerning }
      this.#kerned.set(pair, kerned)
    }
    return kerned
  }

  #glyph(unit: number): Glyph | null {
    let glyph = this.#glyphs.get(unit)
    if (glyph === undefined) {
      glyph = this.#load(unit)
      this.#glyphs.set(unit, glyph)
    }
    return glyph
  }

  #load(unit: number): Glyph | null {
    const { encoding, font } = this.#embedder
    // the encoding table lists some control characters as bullets
    if (!(unit >= 0x20) || !encoding.canEncodeUnicodeCodePoint(unit)) return null
    const { code, name } = encoding.encodeUnicodeCodePoint(unit)
    const advance = font.getWidthOfGlyph(name) || 250
    return { id: code, advance, dx: 0, dy: 0, text: String.fromCharCode(unit), glyphName: name }
  }
}
