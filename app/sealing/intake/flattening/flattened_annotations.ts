import type { PDFContext, PDFDict, PDFObject, PDFRef } from 'pdf-lib'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { PageContent } from '../../pdf/page_content.js'
import type { PageBox, Rectangle } from '../../pdf/page_box.js'
import type { ActiveContent } from '../content/active_content.js'
import { Appearances, transformedBox, uprightTurn } from './appearance.js'
import type { FieldDrawing } from './field_drawing.js'
import { FormField } from './form_field.js'
import type { AnnotationDrawing } from './annotation_drawing.js'
import type { Layers } from '../content/layers.js'
import type { UploadedPage } from '../content/page_tree.js'
import { showsValue } from './picture_of_value.js'

const HIDDEN = 1 << 1
const NO_ROTATE = 1 << 4
const NO_VIEW = 1 << 5
/** The second engine draws a note without a picture so large, from the lower left corner of its rectangle, and turns it about its own corner. */
const ENGINE_NOTE = 20

/** What a page got painted that its annotations said in another way. */
export interface PaintedPage {
  /** Some annotation is now part of the page. */
  isPainted: boolean
  /** Drawn by us rather than as the file would have it, in the page's own space. */
  redrawn: Rectangle[]
}

interface Picture {
  ref: PDFRef
  /** Not what others draw there: made here, or chosen. */
  isOurs: boolean
  /** Where it goes, when that is not the annotation's rectangle. */
  place?: Rectangle
}

/** What draws annotations that bring no picture, or not that of their value. */
export interface Drawers {
  field: FieldDrawing
  annotation: AnnotationDrawing
}

/**
 * Paints the annotations of an upload into its pages, in their order, each above those before it and
 * all above the content. Nothing is left that could cover a stamp, be filled in, or look different in
 * another reader; links stay, without a look of their own.
 *
 * A field is drawn from its value wherever its picture shows something else: the picture may be
 * older than the value, and the value is what the person who filled in the form wrote.
 */
export class FlattenedAnnotations {
  #reader: ObjectReader
  #appearances: Appearances
  #form: PDFDict | null
  /** The form asks readers to draw its fields anew: pictures may be of any age. */
  #leavesDrawing: boolean
  #links = new Set<PDFDict>()

  constructor(
    readonly context: PDFContext,
    catalog: PDFDict,
    readonly layers: Layers,
    readonly active: ActiveContent,
    readonly drawers: Drawers
  ) {
    this.#reader = new ObjectReader(context)
    this.#appearances = new Appearances(context)
    this.#form = this.#reader.dictionary(catalog.get(name('AcroForm')))
    this.#leavesDrawing = this.#reader.isTrue(this.#form?.get(name('NeedAppearances')))
  }

  flatten({ dictionary: page, box }: UploadedPage): PaintedPage {
    const painted: PaintedPage = { isPainted: false, redrawn: [] }
    const annotations = this.#reader.array(page.get(name('Annots'))) ?? []
    const content = new PageContent(page, (object) => this.context.lookup(object))
    const links: PDFObject[] = []
    let operators = ''
    for (const annotation of annotations) {
      const found = this.#reader.dictionary(annotation)
      if (!found) continue
      operators += this.#painted(found, content, box.rotation, painted)
      if (this.#isA(found, 'Link') && this.active.keepLink(found))
        links.push(this.#ownLink(annotation, found))
    }
    if (links.length > 0) page.set(name('Annots'), this.context.obj(links))
    else page.delete(name('Annots'))
    if (operators === '') return painted
    content.append(this.context.register(this.context.stream(operators)))
    return { ...painted, isPainted: true }
  }

  /** A page that is listed twice shares its links with itself. */
  #ownLink(annotation: PDFObject, link: PDFDict): PDFObject {
    if (this.#links.has(link)) return this.context.register(link.clone(this.context))
    this.#links.add(link)
    return annotation
  }

  #isA(annotation: PDFDict, subtype: string) {
    return this.#reader.name(annotation.get(name('Subtype'))) === subtype
  }

  #painted(
    annotation: PDFDict,
    content: PageContent,
    rotation: PageBox['rotation'],
    painted: PaintedPage
  ): string {
    const flags = this.#reader.number(annotation.get(name('F'))) ?? 0
    const rect = this.#reader.rectangle(annotation.get(name('Rect')))
    if (!rect || (flags & (HIDDEN | NO_VIEW)) !== 0) return ''
    if (!this.layers.showsAnnotation(annotation)) return ''
    const isUpright = (flags & NO_ROTATE) !== 0
    const turn = isUpright ? uprightTurn(rect, rotation) : null
    const turned = (place: Rectangle, about = rect) =>
      isUpright ? transformedBox(place, uprightTurn(about, rotation)) : place
    const picture = this.#pictureOf(annotation, rect)
    if (!picture) {
      // readers make up a look for buttons that have none for their state; of anything else that is left out, the second engine is the judge
      if (this.#isA(annotation, 'Widget')) painted.redrawn.push(turned(rect))
      return ''
    }
    const place = picture.place ?? rect
    if (picture.isOurs) painted.redrawn.push(turned(place))
    if (picture.isOurs && this.#isA(annotation, 'Text')) {
      const corner = { ...rect, width: ENGINE_NOTE, height: ENGINE_NOTE }
      painted.redrawn.push(turned(corner, corner))
    }
    const stream = this.#reader.stream(picture.ref)!
    const xobject = content.addXObject('Annotation', picture.ref)
    return this.#appearances.painting(stream, place, xobject, turn) ?? ''
  }

  #pictureOf(annotation: PDFDict, rect: Rectangle): Picture | null {
    const subtype = this.#reader.name(annotation.get(name('Subtype')))
    if (subtype === 'Popup') return null
    if (subtype === 'Widget') return this.#pictureOfField(annotation, rect)
    if (annotation.has(name('AP'))) {
      const state = this.#reader.name(annotation.get(name('AS')))
      const ref = this.#appearances.find(annotation, state)
      return ref && { ref, isOurs: false }
    }
    const place = this.drawers.annotation.placeOf(annotation, rect)
    const drawn = this.drawers.annotation.draw(annotation, place)
    return drawn && { ref: this.context.register(drawn), isOurs: true, place }
  }

  #pictureOfField(widget: PDFDict, rect: Rectangle): Picture | null {
    const field = new FormField(this.#reader, widget, this.#form)
    const { kind } = field
    if (kind === 'check' || kind === 'radio') return this.#pictureOfButton(field, rect)
    const ref = this.#appearances.find(widget, this.#reader.name(widget.get(name('AS'))))
    if (ref && (kind === 'push' || kind === 'other')) return { ref, isOurs: false }
    // the second engine draws its own, too, where the form asks for that
    if (ref && this.#shows(field, ref)) return { ref, isOurs: this.#leavesDrawing }
    if (kind === 'other') return null
    return this.#draw(field, rect, false)
  }

  #pictureOfButton(field: FormField, rect: Rectangle): Picture | null {
    const { widget } = field
    const shown = this.#reader.name(widget.get(name('AS')))
    const states = this.#appearances.statesOf(widget)
    const [value] = field.values
    const isOn =
      value === undefined || (states.length === 0 && shown !== null)
        ? shown !== null && shown !== 'Off' && (value === undefined || value === shown)
        : value !== 'Off' && (states.length === 0 || states.includes(value))
    const state = isOn ? (value !== undefined && states.includes(value) ? value : shown) : 'Off'
    const ref = this.#appearances.find(widget, state)
    if (ref) return { ref, isOurs: state !== shown || this.#leavesDrawing }
    if (!isOn && widget.has(name('AP'))) return null
    return this.#draw(field, rect, isOn)
  }

  #draw(field: FormField, rect: Rectangle, isOn: boolean) {
    const stream = this.drawers.field.draw(field, rect, isOn)
    return { ref: this.context.register(stream), isOurs: true }
  }

  /** Whether the picture is that of the value. */
  #shows(field: FormField, ref: PDFRef): boolean {
    if (field.isPassword || (!field.hasValue && !this.#leavesDrawing)) return true
    return showsValue(field, this.#reader.stream(ref)!)
  }
}
