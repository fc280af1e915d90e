import type { PDFContext, PDFDict, PDFRawStream } from 'pdf-lib'
import { decimals } from '../../pdf/decimal.js'
import { Drawing, type Ink } from '../../pdf/drawing.js'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { storeOf } from '../../pdf/object_store.js'
import { rectangleFromCorners, type Rectangle } from '../../pdf/page_box.js'
import { roundedPath } from '../../pdf/rounded_path.js'
import { DocumentFonts } from '../../type/document_fonts.js'
import { fitText } from '../../type/fitted_text.js'
import { borderWidth, inkOf } from './annotation_style.js'

const BLACK: Ink = [0, 0, 0]
const YELLOW: Ink = [1, 1, 0]
const NOTE = 18
const MAX_POINTS = 100_000

type Point = [x: number, y: number]

/** Draws annotations that leave their look to the reader (ISO 32000-2, 12.5.6). */
export class AnnotationDrawing {
  #fonts: DocumentFonts
  #reader: ObjectReader

  constructor(readonly context: PDFContext) {
    this.#fonts = new DocumentFonts(storeOf(context))
    this.#reader = new ObjectReader(context)
  }

  /** @returns null for what shows nothing unless it brings its own appearance */
  draw(annotation: PDFDict, rect: Rectangle): PDFRawStream | null {
    const drawing = new Drawing(storeOf(this.context), this.#fonts)
    const opacity = this.#reader.number(annotation.get(name('CA'))) ?? 1
    if (opacity < 1) drawing.opacity(Math.max(0, opacity))
    this.#paint(drawing, annotation, rect)
    return drawing.isEmpty ? null : drawing.form(rect.width, rect.height, [1, 0, 0, 1, 0, 0])
  }

  /** Where it is drawn: around the words that it marks, whatever its rectangle says. */
  placeOf(annotation: PDFDict, rect: Rectangle): Rectangle {
    const points = this.#points(annotation, { ...rect, x: 0, y: 0 }, ['QuadPoints'])
    if (points.length === 0) return rect
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    const corners = [
      xs.reduce((a, b) => Math.min(a, b)) - 1,
      ys.reduce((a, b) => Math.min(a, b)) - 1,
      xs.reduce((a, b) => Math.max(a, b)) + 1,
      ys.reduce((a, b) => Math.max(a, b)) + 1,
    ]
    return rectangleFromCorners(corners) ?? rect
  }

  /** Writes the fonts that were used. */
  finish() {
    this.#fonts.finish()
  }

  #paint(drawing: Drawing, annotation: PDFDict, rect: Rectangle) {
    const line = borderWidth(this.#reader, annotation)
    const fill = this.#ink(annotation, 'IC')
    const stroke = this.#ink(annotation, 'C') ?? BLACK
    const box = inset(rect, line / 2)
    switch (this.#reader.name(annotation.get(name('Subtype')))) {
      case 'Square':
      case 'Circle': {
        const isRound = this.#reader.name(annotation.get(name('Subtype'))) === 'Circle'
        const path = isRound ? ellipse(box) : roundedPath(box, 0)
        if (fill) drawing.fillPath(path, fill)
        if (line > 0) drawing.strokePath(`${path} h`, stroke, line)
        return
      }
      case 'Line':
      case 'PolyLine':
      case 'Polygon': {
        const isClosed = this.#reader.name(annotation.get(name('Subtype'))) === 'Polygon'
        const points = this.#points(annotation, rect, ['L', 'Vertices'])
        if (fill && isClosed) drawing.fillPath(pathOf(points), fill)
        if (line > 0) drawing.strokePath(`${pathOf(points)}${isClosed ? ' h' : ''}`, stroke, line)
        return
      }
      case 'Ink': {
        const strokes = this.#reader.array(annotation.get(name('InkList'))) ?? []
        const paths = strokes.map((each) => pathOf(this.#pairs(this.#reader.numbers(each), rect)))
        if (line > 0) drawing.strokePath(paths.join(' '), stroke, line)
        return
      }
      case 'Highlight':
        drawing.multiply()
        for (const quad of this.#quads(annotation, rect)) {
          drawing.fillPath(pathOf(quad), this.#ink(annotation, 'C') ?? YELLOW)
        }
        return
      case 'Underline':
      case 'Squiggly':
        return this.#rules(drawing, annotation, rect, stroke, 0)
      case 'StrikeOut':
        return this.#rules(drawing, annotation, rect, stroke, 0.5)
      case 'FreeText':
        return this.#words(drawing, annotation, rect, line)
      case 'Text':
        return this.#note(drawing, rect)
    }
  }

  /** @param up  where between the bottom and the top of the marked words */
  #rules(drawing: Drawing, annotation: PDFDict, rect: Rectangle, ink: Ink, up: number) {
    for (const quad of this.#quads(annotation, rect)) {
      const [bottomLeft, bottomRight, topRight, topLeft] = quad
      const between = (low: Point, high: Point): Point => [
        low[0] + (high[0] - low[0]) * up,
        low[1] + (high[1] - low[1]) * up,
      ]
      const [left, right] = [between(bottomLeft, topLeft), between(bottomRight, topRight)]
      drawing.strokePath(pathOf([left, right]), ink, 1)
    }
  }

  #words(drawing: Drawing, annotation: PDFDict, { width, height }: Rectangle, line: number) {
    const background = this.#ink(annotation, 'C')
    const box = { x: 0, y: 0, width, height }
    if (background) drawing.rectangle(box, background)
    const text = this.#reader.text(annotation.get(name('Contents'))) ?? ''
    const style = this.#reader.text(annotation.get(name('DA'))) ?? ''
    const wanted = Number(/([\d.]+)\s+Tf/.exec(style)?.[1] ?? 0) || 12
    const room = { width: width - 2 * line - 4, height: height - 2 * line }
    if (text.trim() === '' || room.width <= 0 || room.height <= 0) return
    const { size, leading, lines } = fitText(text, room, wanted)
    const top = height - line - ((lines[0]?.ascent ?? 0) * size) / 1000
    lines.forEach((each, index) => drawing.text(each, line + 2, top - index * leading, size))
  }

  /** A slip of paper: the comment itself is for those who write the document. */
  #note(drawing: Drawing, { height }: Rectangle) {
    const paper = { x: 0.5, y: height - NOTE + 0.5, width: NOTE - 1, height: NOTE - 1 }
    drawing.roundedRectangle(paper, 1, { fill: YELLOW, stroke: BLACK, line: 0.5 })
  }

  /** The corners of each marked stretch of words, in the order of a path around it. */
  #quads(annotation: PDFDict, rect: Rectangle): [Point, Point, Point, Point][] {
    const points = this.#points(annotation, rect, ['QuadPoints'])
    const quads: [Point, Point, Point, Point][] = []
    for (let at = 0; at + 3 < points.length; at += 4) {
      const [topLeft, topRight, bottomLeft, bottomRight] = points.slice(at, at + 4) as Point[]
      quads.push([bottomLeft!, bottomRight!, topRight!, topLeft!])
    }
    return quads
  }

  #points(annotation: PDFDict, rect: Rectangle, keys: string[]): Point[] {
    const found = keys.map((key) => this.#reader.numbers(annotation.get(name(key)))).find(Boolean)
    return this.#pairs(found ?? null, rect)
  }

  /** Measured from the corner of the annotation. */
  #pairs(numbers: number[] | null, { x, y }: Rectangle): Point[] {
    const points: Point[] = []
    const all = (numbers ?? []).slice(0, MAX_POINTS)
    for (let at = 0; at + 1 < all.length; at += 2) points.push([all[at]! - x, all[at + 1]! - y])
    return points
  }

  #ink(annotation: PDFDict, key: string): Ink | null {
    return inkOf(this.#reader.numbers(annotation.get(name(key))) ?? [])
  }
}

function inset({ width, height }: Rectangle, by: number): Rectangle {
  return { x: by, y: by, width: Math.max(0, width - 2 * by), height: Math.max(0, height - 2 * by) }
}

function pathOf(points: Point[]): string {
  return points.map((point, index) => `${decimals(...point)} ${index === 0 ? 'm' : 'l'}`).join(' ')
}

/** Four Bézier curves. */
function ellipse({ x, y, width, height }: Rectangle): string {
  const [rx, ry] = [width / 2, height / 2]
  const [cx, cy] = [x + rx, y + ry]
  const [kx, ky] = [rx * 0.5523, ry * 0.5523]
  return [
    `${decimals(cx + rx, cy)} m`,
    `${decimals(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)} c`,
    `${decimals(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)} c`,
    `${decimals(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)} c`,
    `${decimals(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)} c`,
  ].join(' ')
}
