import bidiFactory, { type Bidi } from 'bidi-js'
import { LRUCache } from 'lru-cache'
import { OpenTypeface } from './open_typeface.js'
import {
  embeddedLatin,
  isPictorial,
  standardTypeface,
  typefaceFor,
  type HanForms,
  type LatinFonts,
  type Voice,
} from './typefaces.js'
import type { Direction, ShapedGlyph, Typeface } from './typeface.js'

export interface TypedRun {
  typeface: Typeface
  glyphs: ShapedGlyph[]
  /** What a reader should copy, where the glyphs alone would not tell. */
  actualText?: string
}

/** A line of type, ready to be drawn; lengths in thousandths of the type size. */
export interface TypedLine {
  runs: TypedRun[]
  width: number
  ascent: number
  descent: number
  direction: Direction
}

interface Stretch {
  text: string
  /** Drawn instead, where no font has the characters. */
  substitute: string
  typeface: Typeface
  level: number
}

/** Its types describe an ES module, and Node loads the other one. */
const bidi = (bidiFactory as unknown as () => Bidi)()
const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** A letter that is read from right to left, or a mark that makes its surroundings so. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u202b\u202e\u2067]/u
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const INVISIBLE = /[\ufe0e\ufe0f\u00ad\ufeff\u2060]/gu
const PRINTABLE_ASCII = /^[ -~]*$/
/** Shown for what no font has: the numbers of the box that fonts have for it are left blank by some readers. */
const UNKNOWN = '\ufffd'
const CONTROL = /[\p{Cc}\p{Cs}]/gu

/** Some 10 MB in each thread. */
const KEPT_GLYPHS = 60_000
/** What was set lately in embedded fonts: most words of a certificate are those of the one before, and the same line is measured before it is drawn. */
const kept = new LRUCache<string, TypedLine>({
  maxSize: KEPT_GLYPHS,
  sizeCalculation: ({ runs }) => runs.reduce((sum, { glyphs }) => sum + glyphs.length, 1),
})

/** What is drawn of what was typed: composed (NFC), tabs as spaces, no control characters. */
export function plain(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text
  return text
    .normalize('NFC')
    .replace(/[\t\n\r\v\f\u2028\u2029]/gu, ' ')
    .replace(CONTROL, '')
}

/**
 * Sets one line of text in any script: split into runs by direction and by the fonts that have
 * its characters, shaped, and put in the order in which it is seen.
 */
export function typeLine(
  text: string,
  voice: Voice = 'regular',
  han: HanForms = 'sc',
  latin: LatinFonts = 'standard'
): TypedLine {
  const clean = plain(text)
  if (voice !== 'hand' && latin === 'standard') {
    const typeface = standardTypeface(voice)
    if (typeface.covers(clean)) return lineOf([{ typeface, glyphs: typeface.shape(clean) }], 'ltr')
  }
  const key = `${voice} ${han} ${latin} ${clean}`
  const known = kept.get(key)
  if (known) return known
  const line = typeEmbedded(clean, voice, han, latin)
  kept.set(key, line)
  return line
}

function typeEmbedded(text: string, voice: Voice, han: HanForms, latin: LatinFonts): TypedLine {
  if (voice !== 'hand' && latin === 'embedded' && PRINTABLE_ASCII.test(text)) {
    const typeface = embeddedLatin(voice)
    return lineOf([{ typeface, glyphs: typeface.shape(text, 'ltr') }], 'ltr')
  }
  const { stretches, direction } = stretchesOf(text, voice, han)
  return lineOf(inVisualOrder(stretches).map(shape), direction)
}

/** How a paragraph reads: as its first letter does that stands outside isolates (UAX #9, P2 and P3). */
export function directionOfText(text: string): Direction {
  if (!RIGHT_TO_LEFT.test(text)) return 'ltr'
  const [paragraph] = bidi.getEmbeddingLevels(text).paragraphs
  return paragraph && paragraph.level % 2 === 1 ? 'rtl' : 'ltr'
}

function stretchesOf(text: string, voice: Voice, han: HanForms) {
  const isMixed = RIGHT_TO_LEFT.test(text)
  const { levels, paragraphs } = isMixed
    ? bidi.getEmbeddingLevels(text)
    : { levels: new Uint8Array(text.length), paragraphs: [] }
  const stretches: Stretch[] = []
  for (const { segment, index } of clusters.segment(text)) {
    const level = levels[index]!
    const drawn = drawnPart(segment)
    if (drawn === '') continue
    const last = stretches.at(-1)
    const typeface = continues(last, drawn, level)
      ? last!.typeface
      : typefaceFor(segment, voice, han)
    const substitute = typeface.covers(drawn) ? '' : UNKNOWN
    const isAlike = last?.level === level && (last.substitute === '') === (substitute === '')
    if (last && isAlike && last.typeface === typeface) {
      last.text += drawn
      last.substitute += substitute
    } else stretches.push({ text: drawn, substitute, typeface, level })
  }
  const direction: Direction = (paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr'
  return { stretches, direction }
}

/** The characters of a text that leave ink or room, each with the marks on it. */
export function drawnClusters(text: string): string[] {
  return [...clusters.segment(text)].map(({ segment }) => drawnPart(segment)).filter(Boolean)
}

function drawnPart(cluster: string): string {
  return cluster.replace(BIDI_MARKS, '').replace(INVISIBLE, '')
}

/** Spaces, digits and punctuation stay in the font of what stands before them. */
function continues(last: Stretch | undefined, cluster: string, level: number) {
  if (!last || last.level !== level || /[\p{L}\p{S}]/u.test(cluster)) return false
  return last.typeface.covers(cluster) && !isPictorial(last.typeface)
}

/** Rule L2 of the Unicode bidirectional algorithm, applied to whole stretches. */
function inVisualOrder(stretches: Stretch[]): Stretch[] {
  const ordered = [...stretches]
  const levels = ordered.map(({ level }) => level)
  for (let level = Math.max(0, ...levels); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end++
      if (end > start + 1)
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = Math.max(start, end - 1)
    }
  }
  return ordered
}

function shape({ text, substitute, typeface, level }: Stretch): TypedRun {
  const isRightToLeft = level % 2 === 1
  if (substitute !== '') {
    return { typeface, glyphs: typeface.shape(substitute, 'ltr'), actualText: text }
  }
  const glyphs = typeface.shape(text, isRightToLeft ? 'rtl' : 'ltr')
  // readers turn right-to-left text around by themselves, and would turn this, too
  const isJoined = !isRightToLeft && glyphs.some((glyph) => glyph.text === '')
  return isJoined ? { typeface, glyphs, actualText: text } : { typeface, glyphs }
}

function lineOf(runs: TypedRun[], direction: Direction): TypedLine {
  const line: TypedLine = { runs, width: 0, ascent: 0, descent: 0, direction }
  for (const { typeface, glyphs } of runs) {
    for (const { advance } of glyphs) line.width += advance
    const extent = typeface instanceof OpenTypeface ? typeface.extentOf(glyphs) : typeface
    line.ascent = Math.max(line.ascent, extent.ascent)
    line.descent = Math.max(line.descent, extent.descent)
  }
  return line
}
