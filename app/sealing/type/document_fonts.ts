import type { ObjectStore } from '../pdf/object_store.js'
import { FontSubset } from './font_subset.js'
import { OpenTypeface } from './open_typeface.js'
import type { ShapedGlyph, Typeface } from './typeface.js'
import type { PDFRef } from 'pdf-lib'

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A typeface within one document. */
export interface DocumentFont {
  name: string
  ref: PDFRef
  /** The glyph's code as hexadecimal digits, for a string to show. */
  encode(glyph: ShapedGlyph): string
}

/** The fonts that a document uses, each written once, with the glyphs that were drawn. */
export class DocumentFonts {
  #fonts = new Map<Typeface, DocumentFont>()
  #subsets: FontSubset[] = []

  constructor(readonly store: ObjectStore) {}

  font(typeface: Typeface): DocumentFont {
    const known = this.#fonts.get(typeface)
    if (known) return known
    const name = `T${this.#fonts.size + 1}`
    const font =
      typeface instanceof OpenTypeface
        ? this.#subset(name, typeface)
        : this.#standard(name, typeface)
    this.#fonts.set(typeface, font)
    return font
  }

  /** Whether everything that was drawn so far can be copied as text, code by code. */
  get sayAll(): boolean {
    return this.#subsets.every(({ saysAll }) => saysAll)
  }

  /** Writes the embedded fonts, once everything has been drawn. */
  finish() {
    for (const subset of this.#subsets) subset.write(this.store)
  }

  #standard(name: string, { key }: Typeface): DocumentFont {
    const ref = this.store.add(
      this.store.context.obj({
        Type: 'Font',
        Subtype: 'Type1',
        BaseFont: key,
        Encoding: 'WinAnsiEncoding',
      })
    )
    return { name, ref, encode: ({ id }) => HEX[id]! }
  }

  #subset(name: string, typeface: OpenTypeface): DocumentFont {
    const subset = new FontSubset(typeface, this.store.reserve())
    this.#subsets.push(subset)
    return {
      name,
      ref: subset.ref,
      encode: (glyph) => subset.include(glyph).toString(16).padStart(4, '0'),
    }
  }
}
