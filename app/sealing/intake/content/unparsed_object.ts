import { PDFInvalidObject, type PDFRef } from 'pdf-lib'
import {
  DIGIT,
  kindOf,
  numberAt,
  REGULAR,
  SPACE,
  startOf,
  withDigit,
} from '../../pdf/byte_kinds.js'
import type { PresentObjects } from './present_objects.js'

const R = 0x52
const PERCENT = 0x25
const LINE_END = kindOf([0x0a, 0x0d])
/** With those bytes that programs take for blanks besides. */
const BLANK = kindOf([0x0b, 0x80, 0xa0, 0xff]).map((isBlank, byte) => isBlank || SPACE[byte]!)

interface Reference {
  start: number
  /** Behind the R. */
  end: number
  number: number
  generation: number
}

/** An object that could not be parsed, by others perhaps: it is kept as it is, and searched for what may be a reference. */
export class UnparsedObject {
  #bytes: Buffer

  constructor(object: PDFInvalidObject) {
    this.#bytes = Buffer.alloc(object.sizeInBytes())
    object.copyBytesInto(this.#bytes, 0)
  }

  /** Which of the objects it may refer to. With comments between the words of a reference, any number may be one. */
  referencesTo(objects: PresentObjects): Set<PDFRef> {
    const found = new Set<PDFRef>()
    const keep = (ref: PDFRef | undefined) => ref && found.add(ref)
    for (const { number, generation } of this.#references()) keep(objects.find(number, generation))
    if (this.#hasComments) for (const number of this.#numbers()) keep(objects.find(number, 0))
    return found
  }

  /** The same, and as long, without references to objects that are missing. */
  without(objects: PresentObjects): PDFInvalidObject {
    for (const { start, end, number, generation } of this.#references())
      if (!objects.find(number, generation)) this.#bytes.fill(' ', start, end).write('null', start)
    if (this.#hasComments) this.#forgetCommented(objects)
    return PDFInvalidObject.of(this.#bytes)
  }

  get #hasComments(): boolean {
    return this.#bytes.includes(PERCENT)
  }

  *#references(): Generator<Reference> {
    const bytes = this.#bytes
    for (let at = bytes.indexOf(R); at >= 0; at = bytes.indexOf(R, at + 1)) {
      if (!this.#endsAt(at + 1)) continue
      const generationEnd = startOf(BLANK, bytes, at)
      const generationStart = startOf(DIGIT, bytes, generationEnd)
      const numberEnd = startOf(BLANK, bytes, generationStart)
      const start = startOf(DIGIT, bytes, numberEnd)
      // two words are apart, and neither is empty
      if (generationStart === generationEnd || numberEnd === generationStart) continue
      if (start === numberEnd) continue
      const number = numberAt(bytes, start, numberEnd)
      const generation = numberAt(bytes, generationStart, generationEnd)
      yield { start, end: at + 1, number, generation }
    }
  }

  *#numbers(): Generator<number> {
    let number = -1
    for (let at = 0; at < this.#bytes.length; at++) {
      const byte = this.#bytes[at]!
      if (DIGIT[byte]) number = withDigit(Math.max(number, 0), byte)
      else if (number >= 0) {
        yield number
        number = -1
      }
    }
    if (number >= 0) yield number
  }

  /** Takes the R from what may be a reference with comments between its words, however one reads it, in one pass. */
  #forgetCommented(objects: PresentObjects): void {
    let number = -1
    // after the number of a missing object, in its generation, after that, and in comments
    let [named, inGeneration, complete, namedComment, completeComment] =
      Array<boolean>(5).fill(false)
    for (let at = 0; at < this.#bytes.length; at++) {
      const byte = this.#bytes[at]!
      if (DIGIT[byte]) {
        number = withDigit(Math.max(number, 0), byte)
        inGeneration ||= named
        named = false
        complete = false
        continue
      }
      const isBlank = BLANK[byte] === 1
      const endsNumber = number >= 0 && (isBlank || byte === PERCENT)
      const isNamed = named || (endsNumber && !objects.has(number))
      const isComplete = complete || inGeneration
      if (byte === R && isComplete && this.#endsAt(at + 1)) this.#bytes.fill(' ', at, at + 1)
      const isLineEnd = LINE_END[byte] === 1
      named = isBlank && (isNamed || (isLineEnd && namedComment))
      complete = isBlank && (isComplete || (isLineEnd && completeComment))
      namedComment = !isLineEnd && (namedComment || (byte === PERCENT && isNamed))
      completeComment = !isLineEnd && (completeComment || (byte === PERCENT && isComplete))
      inGeneration = false
      number = -1
    }
  }

  /** Whether a word ends before a place. */
  #endsAt(place: number): boolean {
    const next = this.#bytes[place] ?? 0
    return !REGULAR[next] || BLANK[next] === 1
  }
}
