import { PDFName, type PDFDict, type PDFStream } from 'pdf-lib'
import { name } from '../../pdf/names.js'
import type { ObjectReader } from '../../pdf/object_reader.js'
import type { Matrix } from '../../pdf/page_box.js'
import { decodedStream } from '../content/decoded_stream.js'
import { inkOf } from '../flattening/annotation_style.js'
import { Frame, type FieldShape } from './frame.js'
import { NotPlain } from './not_plain.js'
import { PlainFont } from './plain_font.js'
import { BLACK } from './plain_ink.js'
import { PlainLines } from './plain_lines.js'
import { plainOperators, type Operand } from './plain_operators.js'
import { within, type PlainState } from './plain_state.js'

const MAX_BYTES = 2 ** 20

/** Operators by how many numbers they follow (ISO 32000-2, annex A). */
const OPERATORS = {
  0: 'q Q h W n f F f* S s B b BT ET T* EMC',
  1: 'w i j J M g G TL Tc Tw Tz Tr Ts',
  2: 'm l Td TD',
  3: 'rg RG',
  4: 'k K re',
  6: 'cm Tm',
}
const NUMBERS = new Map(
  Object.entries(OPERATORS).flatMap(([count, names]) =>
    names.split(' ').map((operator) => [operator, Number(count)] as const)
  )
)
/** Outside a text alone. */
const GRAPHICS = new Set('q Q cm m l re h W n f F f* S s B b'.split(' '))

/**
 * A picture of a field that shows its text to everybody, and nothing else: in fonts whose letters are known, large enough, from left to right
 * and line below line, upon a background and within a border. Of anything else, nobody can tell what it shows.
 */
export class PlainPicture {
  readonly frame: Frame
  readonly lines: PlainLines
  /** Nothing is painted. */
  isEmpty = true
  #state: PlainState
  #saved: PlainState[] = []
  #named: PDFDict | null
  #fonts = new Map<PDFDict, PlainFont | null>()

  /** @returns null for a picture that is not plain, or cannot be read */
  static of(reader: ObjectReader, stream: PDFStream, shape: FieldShape): PlainPicture | null {
    try {
      const content = decodedStream(reader.context, stream, MAX_BYTES).toString('latin1')
      return new PlainPicture(reader, stream.dict, shape).#read(content)
    } catch {
      return null
    }
  }

  private constructor(
    readonly reader: ObjectReader,
    picture: PDFDict,
    shape: FieldShape
  ) {
    const box = reader.rectangle(picture.get(name('BBox')))
    if (!box || !(box.width > 0) || !(box.height > 0) || picture.has(name('OC')))
      throw new NotPlain()
    const { width, height } = shape
    const [across, up] = [width / box.width, height / box.height]
    this.frame = new Frame(shape)
    this.lines = new PlainLines(height)
    this.#state = {
      place: [across, 0, 0, up, -box.x * across, -box.y * up],
      ink: BLACK,
      line: 1,
      clip: { x: 0, y: 0, width, height },
      font: null,
      size: 0,
      leading: 0,
      spacing: 0,
      wordSpacing: 0,
      stretch: 1,
    }
    const resources = reader.dictionary(picture.get(name('Resources')))
    this.#named = resources && reader.dictionary(resources.get(name('Font')))
  }

  #read(content: string): this {
    const operators = plainOperators(content)
    if (!operators) throw new NotPlain()
    for (const { name: operator, operands } of operators) this.#follow(operator, operands)
    return this
  }

  #follow(operator: string, operands: Operand[]) {
    const count = NUMBERS.get(operator)
    if (count === undefined) return this.#followOther(operator, operands)
    const numbers = operands.filter((operand) => typeof operand === 'number')
    if (operands.length !== count || numbers.length !== count) throw new NotPlain()
    const isGraphics = GRAPHICS.has(operator)
    if (isGraphics && this.lines.isInObject) throw new NotPlain()
    if (isGraphics) this.#draw(operator, numbers)
    else this.#setText(operator, numbers)
  }

  #followOther(operator: string, operands: Operand[]) {
    const [first, second] = operands
    const isOne = operands.length === 1
    if (operator === 'Tf' && operands.length === 2) this.#setFont(first!, second!)
    else if (operator === 'TJ' && isOne && Array.isArray(first)) this.#say(first)
    else if (operator === 'Tj' && isOne) this.#say(operands)
    else if (operator === "'" && isOne) {
      this.lines.nextLine(0, -this.#state.leading)
      this.#say(operands)
    } else if (!this.#isHarmless(operator, operands)) throw new NotPlain()
  }

  /** Dashes, and marked content that is no layer. */
  #isHarmless(operator: string, [first, second, ...more]: Operand[]): boolean {
    if (more.length > 0) return false
    if (operator === 'd') return Array.isArray(first) && typeof second === 'number'
    return operator === 'BMC' && first instanceof PDFName && second === undefined
  }

  #draw(operator: string, numbers: number[]) {
    const { frame } = this
    const state = this.#state
    switch (operator) {
      case 'q':
        this.#saved.push({ ...state })
        break
      case 'Q':
        this.#restore()
        break
      case 'cm':
        state.place = within(state.place, numbers as Matrix)
        break
      case 'm':
        frame.moveTo(state.place, numbers as [number, number])
        break
      case 'l':
        frame.lineTo(state.place, numbers as [number, number])
        break
      case 're':
        frame.rectangle(state.place, numbers as [number, number, number, number])
        break
      case 'h':
        frame.close()
        break
      case 'W':
        frame.clip()
        break
      default:
        this.#paint(operator)
    }
  }

  #restore() {
    const saved = this.#saved.pop()
    if (!saved) throw new NotPlain()
    this.#state = saved
  }

  #paint(operator: string) {
    if (!this.frame.paint(operator, this.#state)) return
    // it would cover a text, or cross it out
    if (this.lines.all.length > 0) throw new NotPlain()
    this.isEmpty = false
  }

  #setText(operator: string, numbers: number[]) {
    const { lines } = this
    const state = this.#state
    const [first = 0, second = 0] = numbers
    switch (operator) {
      case 'BT':
        lines.begin()
        break
      case 'ET':
        lines.end()
        break
      case 'Tm':
        lines.moveTo(numbers as Matrix)
        break
      case 'TD':
        state.leading = -second
        lines.nextLine(first, second)
        break
      case 'Td':
        lines.nextLine(first, second)
        break
      case 'T*':
        lines.nextLine(0, -state.leading)
        break
      case 'Tr':
      case 'Ts':
        if (first !== 0) throw new NotPlain()
        break
      case 'g':
      case 'rg':
      case 'k':
        state.ink = inkOf(numbers)!
        break
      default:
        Object.assign(state, settingOf(operator, first))
    }
  }

  #setFont(font: Operand, size: Operand) {
    if (!(font instanceof PDFName) || typeof size !== 'number') throw new NotPlain()
    const found = this.reader.dictionary(this.#named?.get(font))
    if (found && !this.#fonts.has(found)) this.#fonts.set(found, PlainFont.of(this.reader, found))
    Object.assign(this.#state, { font: (found && this.#fonts.get(found)) ?? null, size })
  }

  #say(parts: readonly Operand[]) {
    for (const part of parts) {
      if (typeof part === 'number') this.lines.kern(part, this.#state)
      else if ('codes' in part) this.#write(part.codes)
      else throw new NotPlain()
    }
  }

  #write(codes: Uint8Array) {
    if (codes.length > 0) this.lines.write(codes, this.#state)
    if (this.lines.all.length > 0) this.isEmpty = false
  }
}

/** Of what else is kept with a text; nothing of what does not matter here. */
function settingOf(operator: string, amount: number): Partial<PlainState> {
  switch (operator) {
    case 'w':
      return { line: amount }
    case 'TL':
      return { leading: amount }
    case 'Tc':
      return { spacing: amount }
    case 'Tw':
      return { wordSpacing: amount }
    case 'Tz':
      return { stretch: amount / 100 }
    default:
      return {}
  }
}
