import type { PDFDict, PDFRawStream, PDFRef } from 'pdf-lib'
import type { DocumentFonts } from '../type/document_fonts.js'
import type { TypedLine } from '../type/typed_line.js'
import { decimal, decimals } from './decimal.js'
import { deflated } from './deflated.js'
import type { ObjectStore } from './object_store.js'
import type { Matrix, Rectangle } from './page_box.js'
import { roundedPath } from './rounded_path.js'
import { setRun } from './set_run.js'

/** Red, green and blue from 0 to 1. */
export type Ink = readonly [number, number, number]

export interface TextOptions {
  ink?: Ink
  /** Additional space behind every letter, in thousandths of the type size. */
  tracking?: number
}

/** Things to draw, in points from the lower left corner, and the resources that they use. */
export class Drawing {
  #operators: { operator: string; mark: string | null }[] = []
  #mark: string | null
  #fonts = new Map<string, PDFRef>()
  #xobjects = new Map<PDFRef, string>()
  /** By what they set, as the operators that name them want it. */
  #states = new Map<string, { name: string; entries: Record<string, number | string> }>()

  /** @param unmarked  begins the marked content that things belong to unless they are said to belong to other (ISO 32000-2, 14.6) */
  constructor(
    readonly store: ObjectStore,
    readonly fonts: DocumentFonts,
    unmarked: string | null = null
  ) {
    this.#mark = unmarked
  }

  get isEmpty() {
    return this.#operators.length === 0
  }

  /** What is drawn meanwhile is marked content. @param mark  the operator that begins it */
  as(mark: string, draw: () => void) {
    const before = this.#mark
    this.#mark = mark
    draw()
    this.#mark = before
  }

  /** Draws within a graphics state of its own. */
  isolated(draw: () => void) {
    this.#add('q')
    draw()
    this.#add('Q')
  }

  /** Until the end of `isolated`, what lies outside is not drawn. */
  clip({ x, y, width, height }: Rectangle) {
    this.#add(`${decimals(x, y, width, height)} re W n`)
  }

  transform(matrix: Matrix) {
    this.#add(`${decimals(...matrix)} cm`)
  }

  opacity(alpha: number) {
    this.#state({ ca: alpha, CA: alpha })
  }

  /** As a felt pen does: what is below shows through. */
  multiply() {
    this.#state({ BM: 'Multiply' })
  }

  rectangle({ x, y, width, height }: Rectangle, ink: Ink) {
    this.#add(`${fill(ink)} ${decimals(x, y, width, height)} re f`)
  }

  frame({ x, y, width, height }: Rectangle, ink: Ink) {
    this.#add(`${stroke(ink)} 1 w ${decimals(x, y, width, height)} re S`)
  }

  roundedRectangle(
    box: Rectangle,
    radius: number,
    paint: { fill?: Ink; stroke?: Ink; line?: number }
  ) {
    if (paint.fill) this.#add(fill(paint.fill))
    if (paint.stroke) this.#add(`${stroke(paint.stroke)} ${decimal(paint.line ?? 1)} w`)
    const operator = paint.fill && paint.stroke ? 'B' : paint.fill ? 'f' : 'S'
    this.#add(`${roundedPath(box, radius)} h ${operator}`)
  }

  rule(x: number, y: number, width: number, ink: Ink, thickness = 0.5) {
    this.rectangle({ x, y: y - thickness / 2, width, height: thickness }, ink)
  }

  circle(x: number, y: number, radius: number, ink: Ink) {
    const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
    this.roundedRectangle(box, radius, { fill: ink })
  }

  /** @param path  path construction operators, as content streams write them */
  strokePath(path: string, ink: Ink, thickness: number) {
    this.#add(`${stroke(ink)} ${decimal(thickness)} w 1 J 1 j ${path} S`)
  }

  fillPath(path: string, ink: Ink) {
    this.#add(`${fill(ink)} ${path} f`)
  }

  image(xobject: PDFRef, { x, y, width, height }: Rectangle) {
    this.isolated(() => {
      this.transform([width, 0, 0, height, x, y])
      this.paint(xobject)
    })
  }

  paint(xobject: PDFRef) {
    let name = this.#xobjects.get(xobject)
    if (!name) this.#xobjects.set(xobject, (name = `X${this.#xobjects.size + 1}`))
    this.#add(`/${name} Do`)
  }

  /** @param baseline  where the letters stand */
  text(line: TypedLine, x: number, baseline: number, size: number, options: TextOptions = {}) {
    const { ink = [0, 0, 0], tracking = 0 } = options
    this.#add(`BT ${fill(ink)}`)
    if (tracking) this.#add(`${decimal((tracking * size) / 1000)} Tc`)
    let pen = x
    for (const run of line.runs) {
      const font = this.fonts.font(run.typeface)
      this.#fonts.set(font.name, font.ref)
      const set = setRun(run, font, { x: pen, y: baseline, size, tracking })
      for (const operator of set.operators) this.#add(operator)
      pen = set.pen
    }
    if (tracking) this.#add('0 Tc')
    this.#add('ET')
  }

  /** As the content of a page, with what it needs. */
  content(): { contents: PDFRef; resources: PDFDict } {
    const stream = this.store.context.stream(this.#deflated(), { Filter: 'FlateDecode' })
    return { contents: this.store.add(stream), resources: this.#resources() }
  }

  /** As a thing to be painted elsewhere: `matrix` leads from here to there. */
  form(width: number, height: number, matrix: Matrix): PDFRawStream {
    return this.store.context.stream(this.#deflated(), {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Matrix: [...matrix],
      Resources: this.#resources(),
      Filter: 'FlateDecode',
    })
  }

  #resources(): PDFDict {
    const { context } = this.store
    const named = (entries: Iterable<[string, PDFRef]>) => Object.fromEntries(entries)
    return context.obj({
      Font: this.#fonts.size > 0 ? named(this.#fonts) : undefined,
      XObject:
        this.#xobjects.size > 0
          ? named([...this.#xobjects].map(([ref, name]) => [name, ref]))
          : undefined,
      ExtGState:
        this.#states.size > 0
          ? Object.fromEntries(
              [...this.#states.values()].map((state) => [state.name, state.entries])
            )
          : undefined,
    })
  }

  #state(entries: Record<string, number | string>) {
    const key = JSON.stringify(entries)
    const state = this.#states.get(key) ?? { name: `G${this.#states.size + 1}`, entries }
    this.#states.set(key, state)
    this.#add(`/${state.name} gs`)
  }

  #deflated() {
    return deflated(Buffer.from(this.#marked().join('\n'), 'latin1'))
  }

  #marked(): string[] {
    const lines: string[] = []
    let open: string | null = null
    for (const { operator, mark } of [...this.#operators, { operator: null, mark: null }]) {
      if (mark !== open) {
        if (open) lines.push('EMC')
        if (mark) lines.push(mark)
        open = mark
      }
      if (operator) lines.push(operator)
    }
    return lines
  }

  #add(operator: string) {
    this.#operators.push({ operator, mark: this.#mark })
  }
}

function fill(ink: Ink) {
  return `${decimals(...ink)} rg`
}

function stroke(ink: Ink) {
  return `${decimals(...ink)} RG`
}
