import { isVisible } from '#app/foundation/printable_text'
import type { Drawing, Ink } from '../pdf/drawing.js'
import type { Rectangle } from '../pdf/page_box.js'
import type { FieldPlace, Placement } from '../seal_order.js'
import { fitText, type FittedText } from '../type/fitted_text.js'
import { decimal } from '../pdf/decimal.js'
import type { Letters } from './lettering.js'
import { PEN_INK, type SignatureMark } from './signature_mark.js'
import { MAX_TEXT_SIZE, textRoom } from './text_room.js'

const TEXT_INK: Ink = [0.07, 0.07, 0.1]
const BOX_INK: Ink = [0.45, 0.47, 0.52]
/** Beyond the box on every side. */
const PLATE_PADDING = 2
const PLATE_OPACITY = 0.85

/** What signers entered, drawn where the fields are. */
export class Stamp {
  constructor(
    readonly drawing: Drawing,
    readonly signature: SignatureMark,
    readonly letters: Letters
  ) {}

  /** A light ground for what is drawn after it. What is below shines through: a plate hides no words of the document. */
  plate(place: FieldPlace, pageHeight: number) {
    const { x, y, width, height } = boxOf(place, pageHeight)
    const padded = {
      x: x - PLATE_PADDING,
      y: y - PLATE_PADDING,
      width: width + 2 * PLATE_PADDING,
      height: height + 2 * PLATE_PADDING,
    }
    this.drawing.isolated(() => {
      this.drawing.opacity(PLATE_OPACITY)
      this.drawing.roundedRectangle(padded, PLATE_PADDING, { fill: [1, 1, 1] })
    })
  }

  /** @param pageHeight  of the page as a person sees it, in points */
  draw(placement: Placement, pageHeight: number) {
    const box = boxOf(placement, pageHeight)
    switch (placement.kind) {
      case 'checkbox':
        return this.#checkbox(placement.value, box)
      case 'radio':
        return this.#radio(placement.value, box)
      case 'text':
        return this.#text(placement.value, box)
      case 'signature':
        return this.signature.draw(placement.value, box)
    }
  }

  #text(text: string, box: Rectangle) {
    const { padding, ...room } = textRoom(box)
    const fitted = fitText(
      text,
      room,
      MAX_TEXT_SIZE,
      'regular',
      this.letters.han,
      this.letters.latin
    )
    if (!fitted.overflows) return this.#lines(fitted, box, room.width, padding)
    // what earlier releases took, and names of files: nothing else on the page may change
    this.drawing.isolated(() => {
      this.drawing.clip(box)
      this.#lines(fitted, box, room.width, padding)
    })
  }

  #lines({ size, leading, lines }: FittedText, box: Rectangle, width: number, padding: number) {
    const first = lines[0]
    if (!first) return
    const isOneLine = lines.length === 1
    // one line stands in the middle, several begin at the top, as they were typed
    const top = isOneLine
      ? box.height / 2 + middle(first.ascent, first.descent, size)
      : box.height * 0.98
    let baseline = box.y + top - (isOneLine ? 0 : (first.ascent * size) / 1000)
    for (const line of lines) {
      const spare = width - (line.width * size) / 1000
      const x = box.x + padding + (line.direction === 'rtl' ? spare : 0)
      this.drawing.text(line, x, baseline, size, { ink: TEXT_INK })
      baseline -= leading
    }
  }

  #checkbox(isChecked: boolean, box: Rectangle) {
    const side = Math.min(box.width, box.height)
    const line = Math.min(0.9, side / 14)
    const square = squareIn(box, side, line)
    this.drawing.roundedRectangle(square, side / 10, { stroke: BOX_INK, line })
    if (isChecked) this.drawing.strokePath(checkMark(square), PEN_INK, side / 8)
  }

  #radio(isChosen: boolean, box: Rectangle) {
    const side = Math.min(box.width, box.height)
    const line = Math.min(0.9, side / 14)
    const circle = squareIn(box, side, line)
    this.drawing.roundedRectangle(circle, circle.width / 2, { stroke: BOX_INK, line })
    const dot = inset(circle, circle.width * 0.25)
    if (isChosen) this.drawing.roundedRectangle(dot, dot.width / 2, { fill: PEN_INK })
  }
}

/** A square of the box in its middle, with room for its own line. */
function squareIn(box: Rectangle, side: number, line: number): Rectangle {
  return {
    x: box.x + (box.width - side + line) / 2,
    y: box.y + (box.height - side + line) / 2,
    width: side - line,
    height: side - line,
  }
}

function inset({ x, y, width, height }: Rectangle, by: number): Rectangle {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by }
}

/** From the lower left corner, as pages are measured. */
function boxOf({ x, y, width, height }: FieldPlace, pageHeight: number): Rectangle {
  return { x, y: pageHeight - y - height, width, height }
}

/** Whether it leaves anything to be seen: a field that nobody filled in does not. */
export function isMark(placement: Placement): boolean {
  return typeof placement.value === 'string' ? isVisible(placement.value) : true
}

/** From the middle of the box down to the baseline: half of a capital, or of what is taller. */
function middle(ascent: number, descent: number, size: number) {
  return -Math.max(0.36, (ascent - descent) / 2000) * size || 0
}

export function checkMark({ x, y, width, height }: Rectangle) {
  const at = (across: number, up: number) =>
    `${decimal(x + across * width)} ${decimal(y + up * height)}`
  return `${at(0.22, 0.5)} m ${at(0.42, 0.28)} l ${at(0.8, 0.76)} l`
}
