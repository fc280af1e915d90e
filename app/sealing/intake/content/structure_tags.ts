import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRef,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib'
import { name } from '../../pdf/names.js'
import type { UploadedPage } from './page_tree.js'

/**
 * Leads the tags of an accessible document to the forms that its pages' content has moved into
 * (ISO 32000-2, 14.7.5.2): an identifier of marked content means the page's own stream unless the
 * tag names another.
 */
export function followContent(
  context: PDFContext,
  catalog: PDFDict,
  forms: ReadonlyMap<UploadedPage, PDFRef>
) {
  if (!catalog.has(name('StructTreeRoot'))) return
  const formOf = new Map([...forms].map(([page, form]) => [page.ref, form]))
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || !object.has(name('K'))) continue
    if (!(context.lookup(object.get(name('S'))) instanceof PDFName)) continue
    new Tag(context, object, formOf).follow()
  }
}

class Tag {
  constructor(
    readonly context: PDFContext,
    readonly element: PDFDict,
    readonly formOf: ReadonlyMap<PDFRef, PDFRef>
  ) {}

  follow() {
    const kids = this.element.get(name('K'))
    const found = this.context.lookup(kids)
    if (found instanceof PDFArray) {
      found.asArray().forEach((kid, index) => found.set(index, this.#followed(kid)))
    } else if (kids) this.element.set(name('K'), this.#followed(kids))
  }

  #followed(kid: PDFObject): PDFObject {
    const found = this.context.lookup(kid)
    if (found instanceof PDFNumber) return this.#reference(found) ?? kid
    if (found instanceof PDFDict && found.has(name('MCID')) && !found.has(name('Stm'))) {
      const form = this.#formBehind(found.get(name('Pg')))
      if (form) found.set(name('Stm'), form)
    }
    return kid
  }

  #reference(mcid: PDFNumber): PDFDict | null {
    const form = this.#formBehind(undefined)
    if (!form) return null
    const reference = this.context.obj({ Type: 'MCR', MCID: mcid.asNumber() })
    reference.set(name('Pg'), this.element.get(name('Pg'))!)
    reference.set(name('Stm'), form)
    return reference
  }

  #formBehind(page: PDFObject | undefined): PDFRef | undefined {
    const named = page ?? this.element.get(name('Pg'))
    return named instanceof PDFRef ? this.formOf.get(named) : undefined
  }
}
