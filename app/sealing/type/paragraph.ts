import { directionOfText, plain, typeLine, type TypedLine } from './typed_line.js'
import type { HanForms, LatinFonts, Voice } from './typefaces.js'

interface Piece {
  text: string
  /** Thousandths of the type size, trailing spaces included. */
  width: number
  /** The same without them: they may hang over the end of a line. */
  inkWidth: number
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Scripts that are written without spaces: a line may end behind any of their words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const OPENING = /[\p{Ps}\p{Pi}]$/u
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{Lm}]/u
/** Most text is this, and the segmenter takes its time. */
const PRINTABLE_ASCII = /^[ -~]*$/
const ASCII_PIECES = /[^ ;,-]+[;,-]* *|[;,-]+ *| +/g
const BREAK_AFTER = /[\s;,\-\u2010\u2013\u2014]$/u
/** As in SHA-256: what its hyphen joins stays on one line. */
const NAME_OF_ALGORITHM = /\p{Lu}-$/u
/** What opens an isolate belongs to what follows, or nothing could be broken before it. */
const OPENED = /[\u2066-\u2068]+$/u
/** Says of a line that it reads from right to left, whatever it begins with. It is not drawn. */
const RIGHT_TO_LEFT_MARK = '\u200f'

/** Text that is measured once and then broken into lines for any width. */
export class Paragraph {
  #blocks: { pieces: Piece[]; mark: string }[]

  constructor(
    text: string,
    readonly voice: Voice = 'regular',
    readonly han: HanForms = 'sc',
    readonly latin: LatinFonts = 'standard'
  ) {
    const blocks = text.split(/\r\n|[\n\r\v\f\u2028\u2029]/u)
    this.#blocks = blocks.map((block) => ({
      pieces: breakable(plain(block)).map((piece) => this.#measure(piece)),
      mark: directionOfText(block) === 'rtl' ? RIGHT_TO_LEFT_MARK : '',
    }))
  }

  /** The widest piece that cannot be broken, in thousandths. */
  get longestPiece(): number {
    return Math.max(
      0,
      ...this.#blocks.flatMap(({ pieces }) => pieces).map(({ inkWidth }) => inkWidth)
    )
  }

  /** @param maxWidth  in thousandths of the type size; words that are longer are cut */
  wrap(maxWidth: number): string[] {
    return this.#blocks.flatMap(({ pieces, mark }) =>
      this.#wrapBlock(pieces, maxWidth).map((line) => `${mark}${line}`)
    )
  }

  lines(maxWidth: number): TypedLine[] {
    return this.wrap(maxWidth).map((line) => this.#set(line))
  }

  #wrapBlock(pieces: Piece[], maxWidth: number): string[] {
    const lines: string[] = []
    let line = ''
    let width = 0
    const place = (piece: Piece, mustBeginLine: boolean) => {
      if (line !== '' && (mustBeginLine || width + piece.inkWidth > maxWidth)) {
        lines.push(line.trimEnd())
        line = ''
        width = 0
      }
      line += piece.text
      width += piece.width
    }
    for (const piece of pieces) {
      if (piece.inkWidth <= maxWidth) place(piece, false)
      else this.#parts(piece).forEach((part, index) => place(part, index === 0))
    }
    return [...lines, line.trimEnd()]
  }

  #parts({ text }: Piece): Piece[] {
    return [...graphemes.segment(text)].map(({ segment }) => this.#measure(segment))
  }

  #set(text: string): TypedLine {
    return typeLine(text, this.voice, this.han, this.latin)
  }

  #measure(text: string): Piece {
    const width = this.#set(text).width
    const ink = text.trimEnd()
    return {
      text,
      width,
      inkWidth: ink === text ? width : this.#set(ink).width,
    }
  }
}

/** The text in pieces, between any two of which a line may end. */
function breakable(text: string): string[] {
  if (PRINTABLE_ASCII.test(text)) return text.match(ASCII_PIECES) ?? []
  const pieces: string[] = []
  let opened = ''
  for (const { segment: word } of words.segment(text)) {
    const segment = opened + word.replace(OPENED, '')
    opened = OPENED.exec(word)?.[0] ?? ''
    if (segment === '') continue
    const last = pieces.at(-1)
    if (last === undefined || mayBreak(last, segment)) pieces.push(segment)
    else pieces[pieces.length - 1] = last + segment
  }
  return opened === '' ? pieces : [...pieces, opened]
}

function mayBreak(before: string, after: string): boolean {
  if (/^\s/u.test(after) || OPENING.test(before) || CLOSING.test(after)) return false
  if (NAME_OF_ALGORITHM.test(before) && /^\d/.test(after)) return false
  if (BREAK_AFTER.test(before)) return true
  return UNSPACED.test(before.at(-1)!) || UNSPACED.test(after[0]!)
}
