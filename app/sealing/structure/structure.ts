import type { PDFRef } from 'pdf-lib'
import type { Drawing } from '../pdf/drawing.js'
import type { ObjectStore } from '../pdf/object_store.js'

/** What a part of a page is (ISO 32000-2, 14.8.4). */
export type Role =
  | 'Document'
  | 'Part'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Form'

/** What somebody hears who does not see it. */
export interface Spoken {
  alt?: string
}

/** A part of pages, in the order in which it is read. */
export interface StructureElement extends Spoken {
  ref: PDFRef
  role: Role
  parts: StructureElement[]
  /** What it says itself, on one page: the number of its marked content there. */
  content?: { page: Drawing; number: number }
  /** The field that it is. */
  field?: { ref: PDFRef; page: Drawing; key: number }
}

interface StructuredPage {
  /** In the parent tree. */
  key: number
  /** The elements that say something on it, by the number of its marked content. */
  speakers: StructureElement[]
  ref?: PDFRef
  /** What is painted on the page, where that is not its own content. */
  form?: PDFRef
}

/** What the pages of a section consist of, for readers that do not show them: noted as they are drawn. */
export class Structure {
  readonly root: StructureElement
  readonly pages = new Map<Drawing, StructuredPage>()
  #open: StructureElement[]
  #nextKey: number

  /** @param firstKey  of the parent tree that is free (ISO 32000-2, 14.7.5.4) */
  constructor(
    readonly store: ObjectStore,
    firstKey: number,
    role: 'Document' | 'Part'
  ) {
    this.root = { ref: store.reserve(), role, parts: [] }
    this.#open = [this.root]
    this.#nextKey = firstKey
  }

  /** The first key that is free behind those of these pages. */
  get nextKey(): number {
    return this.#nextKey
  }

  /** What is drawn meanwhile belongs to a part, over as many pages as it takes. */
  part(role: Role, draw: () => void) {
    this.#open.push(this.#add(role))
    draw()
    this.#open.pop()
  }

  /** What is drawn meanwhile is what a part says, on one page. */
  say(page: Drawing, role: Role, draw: () => void, spoken: Spoken = {}) {
    const { speakers } = this.#page(page)
    const number = speakers.length
    const element = Object.assign(this.#add(role), spoken, { content: { page, number } })
    speakers.push(element)
    page.as(`/${role} <</MCID ${number}>> BDC`, draw)
  }

  field(page: Drawing, ref: PDFRef, spoken: Spoken): number {
    const key = this.#nextKey++
    Object.assign(this.#add('Form'), spoken, { field: { ref, page, key } })
    return key
  }

  /** A page is written, or a form that is painted on it. @returns the key of its content in the parent tree */
  written(drawing: Drawing, ref: PDFRef, form?: PDFRef): number {
    const page = this.#page(drawing)
    Object.assign(page, { ref, form })
    return page.key
  }

  #add(role: Role): StructureElement {
    const element: StructureElement = { ref: this.store.reserve(), role, parts: [] }
    this.#open.at(-1)!.parts.push(element)
    return element
  }

  #page(drawing: Drawing): StructuredPage {
    const known = this.pages.get(drawing)
    if (known) return known
    const page: StructuredPage = { key: this.#nextKey++, speakers: [] }
    this.pages.set(drawing, page)
    return page
  }
}
