import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as harfbuzz from 'harfbuzzjs'
import { DivisibleFont } from './glyph_subset.js'
import type { Direction, ShapedGlyph, Typeface } from './typeface.js'

/** Joiners and variation selectors shape their neighbours and need no glyph of their own. */
const SHAPING_ONLY = /[\u200c\u200d\ufe00-\ufe0f]/u

/** OpenType, name table: the name that is unique among fonts and has no spaces. */
const POSTSCRIPT_NAME = 6

/** A font file, of which the glyphs that are used travel with the document. */
export class OpenTypeface implements Typeface {
  readonly ascent: number
  readonly descent: number
  #font: harfbuzz.Font
  #divisible: DivisibleFont | undefined
  #scale: number
  #covered = new Map<number, boolean>()

  /** @param key  the path of a TrueType font within the installed packages */
  constructor(readonly key: string) {
    const face = new harfbuzz.Face(new harfbuzz.Blob(this.#read()))
    this.#font = new harfbuzz.Font(face)
    this.#scale = 1000 / face.upem
    const { ascender, descender } = this.#font.hExtents()
    this.ascent = ascender * this.#scale
    this.descent = -descender * this.#scale
  }

  covers(cluster: string) {
    for (const character of cluster) {
      if (!SHAPING_ONLY.test(character) && !this.#covers(character.codePointAt(0)!)) return false
    }
    return true
  }

  shape(text: string, direction: Direction): ShapedGlyph[] {
    const buffer = new harfbuzz.Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    const { LTR, RTL } = harfbuzz.Direction
    buffer.setDirection(direction === 'rtl' ? RTL : LTR)
    harfbuzz.shape(this.#font, buffer)
    const positions = buffer.getGlyphPositions()
    const infos = buffer.getGlyphInfos()
    const texts = textsOf(infos, text, direction)
    return infos.map(({ codepoint: id }, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      return {
        id,
        advance: xAdvance * this.#scale,
        dx: xOffset * this.#scale,
        dy: yOffset * this.#scale,
        text: texts[index]!,
      }
    })
  }

  widthOf({ id }: ShapedGlyph) {
    return this.#font.glyphHAdvance(id) * this.#scale
  }

  /** The lowest and highest ink of some glyphs, in thousandths. */
  extentOf(glyphs: ShapedGlyph[]): { ascent: number; descent: number } {
    let ascent = 0
    let descent = 0
    for (const { id, dy } of glyphs) {
      const extents = this.#font.glyphExtents(id)
      if (!extents) continue
      const { yBearing, height } = extents
      ascent = Math.max(ascent, yBearing * this.#scale + dy)
      descent = Math.max(descent, -(yBearing + height) * this.#scale - dy)
    }
    return { ascent, descent }
  }

  /** The part of the file that some glyphs need; they keep their numbers. */
  subset(glyphs: Iterable<number>): Uint8Array {
    this.#divisible ??= new DivisibleFont(this.#read())
    return this.#divisible.part(glyphs)
  }

  /** What a font descriptor says (ISO 32000-2, 9.8), in thousandths. */
  describe() {
    const { face } = this.#font
    const capHeight = this.#font.getMetricPosition(harfbuzz.MetricsTag.CAP_HEIGHT)
    return {
      postScriptName: face.getName(POSTSCRIPT_NAME, 'en'),
      box: boxOf(face.referenceTable('head')!).map((side) => Math.round(side * this.#scale)),
      capHeight: Math.round((capHeight ?? 700) * this.#scale),
    }
  }

  #read(): Buffer {
    return readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${this.key}`)))
  }

  #covers(codePoint: number): boolean {
    let covered = this.#covered.get(codePoint)
    if (covered === undefined) {
      covered = this.#font.nominalGlyph(codePoint) !== undefined
      this.#covered.set(codePoint, covered)
    }
    return covered
  }
}

/** xMin, yMin, xMax, yMax (OpenType, head table). */
function boxOf(head: Uint8Array): number[] {
  const view = new DataView(head.buffer, head.byteOffset, head.length)
  return [36, 38, 40, 42].map((offset) => view.getInt16(offset))
}

/** As most glyphs do: it was made of the one character at its place. */
function standsAlone({ cluster }: harfbuzz.GlyphInfo, index: number): boolean {
  return cluster === index
}

/**
 * What each glyph stands for. Glyphs that were made of several characters together share them out
 * in the order of reading, so that copying gives back what was typed.
 */
function textsOf(infos: harfbuzz.GlyphInfo[], text: string, direction: Direction): string[] {
  if (direction === 'ltr' && infos.length === text.length && infos.every(standsAlone))
    return [...text]
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const clusters = new Map(
    starts.map((start, index) => [start, [...text.slice(start, starts[index + 1] ?? text.length)]])
  )
  const left = new Map<number, number>()
  for (const { cluster } of infos) left.set(cluster, (left.get(cluster) ?? 0) + 1)
  const texts: string[] = []
  const inReadingOrder = direction === 'rtl' ? [...infos.entries()].reverse() : infos.entries()
  for (const [index, { cluster }] of inReadingOrder) {
    const characters = clusters.get(cluster)!
    const isLast = left.get(cluster) === 1
    left.set(cluster, left.get(cluster)! - 1)
    texts[index] = isLast ? characters.splice(0).join('') : (characters.shift() ?? '')
  }
  return texts
}
