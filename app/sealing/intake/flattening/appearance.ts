import { PDFDict, PDFRef, type PDFContext, type PDFObject, type PDFStream } from 'pdf-lib'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import type { Matrix, PageBox, Rectangle } from '../../pdf/page_box.js'

/** Pictures that annotations bring with them (ISO 32000-2, 12.5.5). */
export class Appearances {
  #reader: ObjectReader

  constructor(readonly context: PDFContext) {
    this.#reader = new ObjectReader(context)
  }

  /** The names of the states that a button has a picture of, other than Off. */
  statesOf(annotation: PDFDict): string[] {
    const states = this.#reader.dictionary(this.#normal(annotation))
    const keys = states?.keys().map((key) => key.decodeText()) ?? []
    return keys.filter((key) => key !== 'Off')
  }

  /**
   * The normal appearance.
   *
   * @param state  which one, where there are several
   */
  find(annotation: PDFDict, state: string | null): PDFRef | null {
    let normal = this.#normal(annotation)
    const states = this.#reader.dictionary(normal)
    if (states) normal = states.get(name(state ?? 'Off'))
    const stream = this.#reader.stream(normal)
    if (!stream) return null
    return normal instanceof PDFRef ? normal : this.context.register(stream)
  }

  /**
   * Operators that paint an appearance so that its box fills a rectangle, or null for one without a box.
   *
   * @param turn  of the page's space, before that
   */
  painting(
    stream: PDFStream,
    target: Rectangle,
    xobject: string,
    turn: Matrix | null = null
  ): string | null {
    const box = this.#reader.rectangle(stream.dict.get(name('BBox')))
    if (!box) return null
    stream.dict.set(name('Type'), name('XObject'))
    stream.dict.set(name('Subtype'), name('Form'))
    const matrix = this.#reader.matrix(stream.dict.get(name('Matrix')))
    const fit = fitting(transformedBox(box, matrix), target)
    const matrices = (turn ? [turn, fit] : [fit]).map((one) => `${one.map(operand).join(' ')} cm`)
    return `q ${matrices.join(' ')} /${xobject} Do Q\n`
  }

  #normal(annotation: PDFDict): PDFObject | undefined {
    const found = this.#reader.dictionary(annotation.get(name('AP')))
    return found instanceof PDFDict ? found.get(name('N')) : undefined
  }
}

/** More decimals than sizes have: this is multiplied with them. */
function operand(value: number): string {
  return String(Number(value.toFixed(8)))
}

/** Stands an annotation upright again on a turned page: about the upper left corner of its rectangle (ISO 32000-2, 12.5.3, NoRotate). */
export function uprightTurn({ x, y, height }: Rectangle, rotation: PageBox['rotation']): Matrix {
  const top = y + height
  const [cos, sin] = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[rotation] as [
    number,
    number,
  ]
  return [cos, sin, -sin, cos, x - cos * x + sin * top, top - sin * x - cos * top]
}

export function transformedBox(
  { x, y, width, height }: Rectangle,
  [a, b, c, d, e, f]: Matrix
): Rectangle {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ] as [number, number][]
  const xs = corners.map(([px, py]) => a * px + c * py + e)
  const ys = corners.map(([px, py]) => b * px + d * py + f)
  const left = Math.min(...xs)
  const bottom = Math.min(...ys)
  return { x: left, y: bottom, width: Math.max(...xs) - left, height: Math.max(...ys) - bottom }
}

/** Scales and moves the appearance's box onto the annotation's rectangle (ISO 32000-2, 12.5.5). */
function fitting(from: Rectangle, to: Rectangle): Matrix {
  const sx = from.width > 0 ? to.width / from.width : 1
  const sy = from.height > 0 ? to.height / from.height : 1
  return [sx, 0, 0, sy, to.x - from.x * sx, to.y - from.y * sy]
}
