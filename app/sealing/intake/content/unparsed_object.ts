import { PDFInvalidObject, PDFRef } from 'pdf-lib'

const REFERENCE = /(?<!\d)(\d+)[\0\s]+(\d+)[\0\s]*R(?![^\0\s()<>[\]{}/%])/g
const NUMBER = /\d+/g

const SPACES = '\0\t\n\f\r '
const LINE_ENDS = '\n\r'
const DELIMITERS = '()<>[]{}/%'
const isDigit = (character: string) => character >= '0' && character <= '9'
const isRegular = (character: string) => !`${SPACES}${DELIMITERS}`.includes(character)

/** An object that could not be parsed, by others perhaps: it is kept as it is, and searched for what may be a reference. */
export class UnparsedObject {
  #text: string

  constructor(object: PDFInvalidObject) {
    const bytes = Buffer.alloc(object.sizeInBytes())
    object.copyBytesInto(bytes, 0)
    this.#text = bytes.toString('latin1')
  }

  /** What it may refer to. With comments between the words of a reference, any number may be one. */
  get references(): PDFRef[] {
    const found = [...this.#text.matchAll(REFERENCE)]
    const refs = found.map(([, number, generation]) =>
      PDFRef.of(Number(number), Number(generation))
    )
    if (!this.#text.includes('%')) return refs
    return [...refs, ...[...this.#text.matchAll(NUMBER)].map(([text]) => PDFRef.of(Number(text)))]
  }

  /** The same, and as long, without references to objects that are missing. */
  without(isMissing: (ref: PDFRef) => boolean): PDFInvalidObject {
    const text = this.#text.replace(REFERENCE, (reference, number, generation) =>
      isMissing(PDFRef.of(Number(number), Number(generation)))
        ? 'null'.padEnd(reference.length)
        : reference
    )
    const isNumberMissing = (number: string) => isMissing(PDFRef.of(Number(number)))
    return PDFInvalidObject.of(Buffer.from(withoutCommented(text, isNumberMissing), 'latin1'))
  }
}

/** Takes the R from what may be a reference with comments between its words, however one reads it, in one pass. */
function withoutCommented(text: string, isMissing: (number: string) => boolean): string {
  const characters = [...text]
  let digitsFrom = -1
  // after the number of a missing object, in its generation, after that, and in comments
  let [named, inGeneration, complete, namedComment, completeComment] = Array<boolean>(5).fill(false)
  characters.forEach((character, at) => {
    if (isDigit(character)) {
      if (digitsFrom < 0) digitsFrom = at
      ;[named, inGeneration, complete] = [false, named || inGeneration, false]
      return
    }
    const isSpace = SPACES.includes(character)
    const endsNumber = digitsFrom >= 0 && (isSpace || character === '%')
    const isNamed = named || (endsNumber && isMissing(text.slice(digitsFrom, at)))
    const isComplete = complete || inGeneration
    const isReference = character === 'R' && !isRegular(text[at + 1] ?? ' ')
    if (isReference && isComplete) characters[at] = ' '
    const isLineEnd = LINE_ENDS.includes(character)
    named = isSpace && (isNamed || (isLineEnd && namedComment))
    complete = isSpace && (isComplete || (isLineEnd && completeComment))
    namedComment = !isLineEnd && (namedComment || (character === '%' && isNamed))
    completeComment = !isLineEnd && (completeComment || (character === '%' && isComplete))
    inGeneration = false
    digitsFrom = -1
  })
  return characters.join('')
}
