import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib'
import { name } from '../pdf/names.js'
import { PageContent } from '../pdf/page_content.js'
import { decimal } from '../pdf/decimal.js'
import { rectangleFromCorners, type Matrix, type Rectangle } from '../pdf/page_box.js'
import type { MissingAppearances } from './missing_appearances.js'
import type { UploadedPage } from './page_tree.js'

const HIDDEN = 1 << 1
const NO_VIEW = 1 << 5

/**
 * Paints the form fields of an upload into its pages and drops the form.
 *
 * A seal allows forms to be filled in afterwards (DocMDP P=2), so no field may be left that somebody
 * could still change, and what signers see must not depend on how their reader draws fields.
 */
export async function flattenForm(context: PDFContext, catalog: PDFDict, pages: UploadedPage[]) {
  if (!catalog.has(name('AcroForm'))) return
  const open = context.register(context.stream('q\n'))
  // fonts and shaping are loaded only for forms that leave drawing to the reader
  const { MissingAppearances } = await import('./missing_appearances.js')
  const missing = new MissingAppearances(context)
  for (const page of pages) new FormPage(context, page.dictionary, missing).flatten(open)
  missing.finish()
  catalog.delete(name('AcroForm'))
  catalog.delete(name('NeedsRendering'))
}

class FormPage {
  #painted: string[] = []

  constructor(
    readonly context: PDFContext,
    readonly page: PDFDict,
    readonly missing: MissingAppearances
  ) {}

  flatten(open: PDFRef) {
    const annotations = this.context.lookup(this.page.get(name('Annots')))
    if (!(annotations instanceof PDFArray)) return
    const kept = annotations.asArray().filter((annotation) => !this.#absorb(annotation))
    if (kept.length === annotations.size()) return
    this.page.set(name('Annots'), this.context.obj(kept))
    if (this.#painted.length === 0) return
    const close = this.context.register(this.context.stream(`Q\n${this.#painted.join('')}`))
    this.#content.wrap(open, close)
  }

  get #content() {
    return new PageContent(this.page, (object) => this.context.lookup(object))
  }

  /** @returns whether this was a field, which is then gone from the annotations */
  #absorb(annotation: PDFObject): boolean {
    const widget = this.context.lookup(annotation)
    if (!(widget instanceof PDFDict)) return false
    if (this.context.lookup(widget.get(name('Subtype'))) !== name('Widget')) return false
    const flags = this.#number(widget.get(name('F'))) ?? 0
    const rectangle = this.#rectangle(widget.get(name('Rect')))
    if (!rectangle || (flags & (HIDDEN | NO_VIEW)) !== 0) return true
    const appearance = widget.has(name('AP'))
      ? this.#appearanceOf(widget)
      : this.missing.draw(widget, rectangle)
    if (appearance) this.#paint(appearance, rectangle)
    return true
  }

  /** The normal appearance, of the state that the field is in when it has several. */
  #appearanceOf(widget: PDFDict): { ref: PDFRef; stream: PDFStream } | null {
    const appearances = this.context.lookup(widget.get(name('AP')))
    if (!(appearances instanceof PDFDict)) return null
    let normal = appearances.get(name('N'))
    const states = this.context.lookup(normal)
    if (states instanceof PDFDict) {
      const state = this.context.lookup(widget.get(name('AS')))
      normal = states.get(state instanceof PDFName ? state : name('Off'))
    }
    const stream = this.context.lookup(normal)
    if (!(stream instanceof PDFStream)) return null
    return { ref: normal instanceof PDFRef ? normal : this.context.register(stream), stream }
  }

  #paint({ ref, stream }: { ref: PDFRef; stream: PDFStream }, target: Rectangle) {
    const box = this.#rectangle(stream.dict.get(name('BBox')))
    if (!box) return
    const matrix = this.#matrix(stream.dict.get(name('Matrix')))
    stream.dict.set(name('Type'), name('XObject'))
    stream.dict.set(name('Subtype'), name('Form'))
    const fit = fitting(transformedBox(box, matrix), target).map(decimal).join(' ')
    const field = this.#content.addXObject('Field', ref)
    this.#painted.push(`q ${fit} cm /${field} Do Q\n`)
  }

  #matrix(object: PDFObject | undefined): Matrix {
    const numbers = this.#numbers(object)
    return numbers?.length === 6 ? (numbers as Matrix) : [1, 0, 0, 1, 0, 0]
  }

  #rectangle(object: PDFObject | undefined): Rectangle | null {
    return rectangleFromCorners(this.#numbers(object) ?? [])
  }

  #numbers(object: PDFObject | undefined): number[] | null {
    const array = this.context.lookup(object)
    if (!(array instanceof PDFArray)) return null
    const numbers = array.asArray().map((entry) => this.#number(entry) ?? Number.NaN)
    return numbers.every(Number.isFinite) ? numbers : null
  }

  #number(object: PDFObject | undefined): number | null {
    const found = this.context.lookup(object)
    return found instanceof PDFNumber ? found.asNumber() : null
  }
}

function transformedBox({ x, y, width, height }: Rectangle, [a, b, c, d, e, f]: Matrix): Rectangle {
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

/** Scales and moves the appearance's box onto the field's rectangle (ISO 32000-2, 12.5.5). */
function fitting(from: Rectangle, to: Rectangle): Matrix {
  const sx = from.width > 0 ? to.width / from.width : 1
  const sy = from.height > 0 ? to.height / from.height : 1
  return [sx, 0, 0, sy, to.x - from.x * sx, to.y - from.y * sy]
}
