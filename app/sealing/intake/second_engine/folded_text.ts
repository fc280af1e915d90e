const INVISIBLE = /[\u00ad\u200b-\u200d\ufeff]/
/** Where a word is divided at the end of a line, PDFium says this. */
const DIVIDED = '\u0002'
const MARK = /\p{M}/u
const MARKS = /\p{M}{2,}/gu

/** Where a text stands in another one. */
interface Stretch {
  from: number
  length: number
}

/**
 * A text in which white space and the forms of letters are alike, so that `ﬁ` is `fi` and several spaces are one. A line stays one: nothing
 * that is sought goes on in the next.
 */
export class FoldedText {
  readonly text: string
  /** Which unit of the text as it was each unit comes from. */
  #origins: number[] = []

  constructor(said: string, ignoresCase = false) {
    const parts: string[] = []
    for (const [at, unit] of said.split('').entries()) {
      const part = alike(unit, ignoresCase)
      if (part === ' ' && parts.at(-1) === ' ') continue
      if (part === '') continue
      parts.push(part)
      this.#origins.push(...part.split('').map(() => at))
    }
    // marks of one letter in canonical order; what each comes from is counted by their places
    this.text = parts.join('').replace(MARKS, (marks) => marks.normalize('NFD'))
  }

  /** Where a text that was folded alike stands in this one, one behind another, in the units of what was said. */
  *stretchesOf(sought: FoldedText): Generator<Stretch> {
    const wanted = sought.text.trim()
    if (wanted === '') return
    for (let at = this.text.indexOf(wanted); at !== -1; at = this.text.indexOf(wanted, at)) {
      const end = at + wanted.length
      // `Re` does not stand in `Ré`
      if (MARK.test(this.text[end] ?? '')) at++
      else {
        const from = this.#origins[at]!
        yield { from, length: this.#origins[end - 1]! - from + 1 }
        at = end
      }
    }
  }
}

function alike(unit: string, ignoresCase: boolean): string {
  if (unit === '\n' || unit === '\r' || unit === '\u2028' || unit === '\u2029') return '\n'
  if (/\s/.test(unit)) return ' '
  if (unit === DIVIDED) return '-'
  const plain = unit < '\u0080' ? unit : INVISIBLE.test(unit) ? '' : unit.normalize('NFKD')
  // a sigma at the end of a word has another small letter, and the same capital
  return ignoresCase ? plain.toLowerCase().replaceAll('ς', 'σ') : plain
}
