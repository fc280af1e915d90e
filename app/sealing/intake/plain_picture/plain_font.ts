import { StandardFontEmbedder, StandardFonts, type PDFDict } from 'pdf-lib'
import { name } from '../../pdf/names.js'
import type { ObjectReader } from '../../pdf/object_reader.js'

/** What these draw is no text, whatever their codes are elsewhere. */
const SYMBOLS = /symbol|ding|icon|awesome|marlett|emoji/i
const FILES = ['FontFile', 'FontFile2', 'FontFile3']
/** Codes that every encoding of Latin letters reads alike, from the blank to the tilde. */
const ASCII = { first: 0x20, last: 0x7e }
const LATIN_1 = 0xa1
/** How narrow and how wide fonts are beside those that everybody has, and how wide the letters of a typewriter. */
const [NARROWEST, WIDEST, TYPEWRITER] = [0.6, 2, 0.75]

const standard = (font: StandardFonts) => StandardFontEmbedder.for(font as never)
const helvetica = standard(StandardFonts.Helvetica)
const times = standard(StandardFonts.TimesRoman)
const courier = standard(StandardFonts.Courier)

/** A font whose codes are those of Latin-1, as far as it is known to draw them so (ISO 32000-2, 9.6). */
export class PlainFont {
  /** Its letters may look like anything. */
  readonly isEmbedded: boolean
  #usual: StandardFontEmbedder
  #base: string | null
  #differences = new Map<number, string | null>()
  #firstWidth: number
  #widths: (number | null)[] | null

  /** @returns null for one whose letters nobody can know */
  static of(reader: ObjectReader, dictionary: PDFDict): PlainFont | null {
    const kind = reader.name(dictionary.get(name('Subtype')))
    const base = reader.name(dictionary.get(name('BaseFont')))
    const isPlain = (kind === 'Type1' || kind === 'TrueType') && base !== null
    if (!isPlain || SYMBOLS.test(base) || dictionary.has(name('ToUnicode'))) return null
    return new PlainFont(reader, dictionary, base)
  }

  private constructor(
    reader: ObjectReader,
    readonly dictionary: PDFDict,
    base: string
  ) {
    this.#usual = /courier/i.test(base) ? courier : /times/i.test(base) ? times : helvetica
    const descriptor = reader.dictionary(dictionary.get(name('FontDescriptor')))
    this.isEmbedded = FILES.some((file) => descriptor?.has(name(file)))
    const encoding = dictionary.get(name('Encoding'))
    const own = reader.dictionary(encoding)
    this.#base = reader.name(own ? own.get(name('BaseEncoding')) : encoding)
    let code = 0
    for (const entry of reader.array(own?.get(name('Differences'))) ?? []) {
      const number = reader.number(entry)
      if (number === null) this.#differences.set(code++, reader.name(entry))
      else code = number
    }
    this.#firstWidth = reader.number(dictionary.get(name('FirstChar'))) ?? 0
    const widths = reader.array(dictionary.get(name('Widths')))
    this.#widths = widths && widths.map((width) => reader.number(width))
  }

  /** Whether a code draws the character of Latin-1, as wide as it usually is. */
  draws(code: number): boolean {
    return this.#isKnown(code) && this.#hasUsualWidth(code)
  }

  /** How wide a text is at most, in sizes of its type. */
  emsOf(text: string): number {
    const usual = this.#usual.widthOfTextAtSize(text, 1)
    const own = [...text].map((character) => this.#widthOf(character.charCodeAt(0)))
    return Math.max(
      usual,
      own.reduce((sum, width) => sum + width, 0)
    )
  }

  #widthOf(code: number): number {
    return (this.#widths?.[code - this.#firstWidth] ?? 0) / 1000
  }

  #isKnown(code: number): boolean {
    if (this.#differences.has(code)) return this.#differences.get(code) === glyphOf(code)
    if (code >= ASCII.first && code <= ASCII.last) return true
    return this.#base === 'WinAnsiEncoding' && code >= LATIN_1
  }

  #hasUsualWidth(code: number): boolean {
    if (!this.#widths) return true
    const usual = this.#usual.widthOfTextAtSize(String.fromCharCode(code), 1)
    const width = this.#widthOf(code)
    return width >= usual * NARROWEST && width <= Math.max(usual * WIDEST, TYPEWRITER)
  }
}

/** About how wide a text is, in sizes of its type; null for one of other letters than Latin ones. */
export function usualEmsOf(text: string): number | null {
  const isLatin = [...text].every((character) => glyphOf(character.codePointAt(0)!) !== null)
  return isLatin ? helvetica.widthOfTextAtSize(text, 1) : null
}

function glyphOf(codePoint: number): string | null {
  const { encoding } = helvetica
  return encoding.canEncodeUnicodeCodePoint(codePoint)
    ? encoding.encodeUnicodeCodePoint(codePoint).name
    : null
}
