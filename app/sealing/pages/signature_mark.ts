import type { PDFRef } from 'pdf-lib'
import type { Drawing, Ink } from '../pdf/drawing.js'
import type { Rectangle } from '../pdf/page_box.js'
import type { SignatureImage } from '../seal_order.js'
import { typeLine } from '../type/typed_line.js'
import type { HanForms } from '../type/typefaces.js'
import { inkPath } from './ink_path.js'
import type { Picture } from './picture.js'

/** The blue-black of a fountain pen. */
export const PEN_INK: Ink = [0.05, 0.1, 0.32]

/** A picture of the document, written once however often it is shown. */
export type Pictures = (png: Uint8Array) => { picture: Picture; xobject: PDFRef }

/** A signature or initials within a box, in proportion and in the middle. */
export class SignatureMark {
  constructor(
    readonly drawing: Drawing,
    readonly pictures: Pictures,
    readonly han: HanForms
  ) {}

  draw(image: SignatureImage, box: Rectangle) {
    if (image.kind === 'drawn') this.#ink(image, box)
    else if (image.kind === 'typed') this.#handwriting(image.text, box)
    else this.#picture(image.png, box)
  }

  #ink({ strokes, ...pad }: Extract<SignatureImage, { kind: 'drawn' }>, box: Rectangle) {
    const ink = inkPath(strokes, pad, box)
    if (!ink) return
    if (ink.thickness === null) this.drawing.fillPath(ink.path, PEN_INK)
    else this.drawing.strokePath(ink.path, PEN_INK, ink.thickness)
  }

  #handwriting(text: string, box: Rectangle) {
    const line = typeLine(text, 'hand', this.han)
    const height = line.ascent + line.descent
    if (line.width === 0 || height === 0) return
    const size =
      Math.min((box.width * 0.94) / line.width, (box.height * 0.9) / height, 0.048) * 1000
    const x = box.x + (box.width - (line.width * size) / 1000) / 2
    const middle = ((line.ascent - line.descent) * size) / 2000
    this.drawing.text(line, x, box.y + box.height / 2 - middle, size, { ink: PEN_INK })
  }

  #picture(png: Uint8Array, box: Rectangle) {
    const { picture, xobject } = this.pictures(png)
    const scale = Math.min(box.width / picture.width, box.height / picture.height)
    const width = picture.width * scale
    const height = picture.height * scale
    this.drawing.image(xobject, {
      x: box.x + (box.width - width) / 2,
      y: box.y + (box.height - height) / 2,
      width,
      height,
    })
  }
}
