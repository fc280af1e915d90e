import type { PDFRef } from 'pdf-lib'
import type { PageBox } from '../pdf/page_box.js'
import { PageContent } from '../pdf/page_content.js'
import { boxOfPage } from '../pdf/page_geometry.js'
import type { PdfFile } from '../pdf/pdf_file.js'
import type { PdfSection } from '../pdf/pdf_section.js'
import type { Placement, SealOrder } from '../seal_order.js'
import type { Materials } from './materials.js'
import { Stamp } from './stamp.js'
import { drawTestMark } from './test_mark.js'

/** The pages of the document itself, with what signers entered painted over them. */
export class StampedPages {
  #wrappers = new Map<string, PDFRef>()
  #testMarks = new Map<string, PDFRef>()

  constructor(
    readonly file: PdfFile,
    readonly section: PdfSection,
    readonly materials: Materials
  ) {}

  write(pages: PDFRef[], { placements, isTest }: SealOrder) {
    const byPage = Map.groupBy(placements, ({ page }) => page - 1)
    pages.forEach((ref, index) => {
      const entered = byPage.get(index)
      if (entered || isTest) this.#stampPage(ref, entered ?? [], isTest)
    })
  }

  #stampPage(ref: PDFRef, placements: Placement[], isTest: boolean) {
    const page = this.file.dictionary(ref).clone(this.file.context)
    const box = boxOfPage(this.file, page)
    const content = new PageContent(page, (object) => this.file.resolve(object))
    const painted: string[] = []
    if (placements.length > 0)
      painted.push(content.addXObject('Stamp', this.#stamp(placements, box)))
    if (isTest) painted.push(content.addXObject('TestMark', this.#testMark(box)))
    const marks = painted.map((xobject) => `/Artifact BMC\n/${xobject} Do\nEMC\n`).join('')
    content.wrap(this.#wrapper('q\n'), this.#wrapper(`Q\nq\n${marks}Q\n`))
    this.section.put(ref, page)
  }

  #stamp(placements: Placement[], box: PageBox): PDFRef {
    const drawing = this.materials.drawing()
    const signature = this.materials.signatureOn(drawing)
    const stamp = new Stamp(drawing, signature, this.materials.han)
    for (const placement of placements) if (placement.hasPlate) stamp.plate(placement, box.height)
    for (const placement of picturesFirst(placements)) stamp.draw(placement, box.height)
    return this.section.add(drawing.form(box.width, box.height, box.matrix))
  }

  /** Pages of one size and rotation share it. */
  #testMark(box: PageBox): PDFRef {
    return once(this.#testMarks, [box.width, box.height, ...box.matrix].join(' '), () => {
      const drawing = this.materials.drawing()
      drawTestMark(drawing, box)
      return this.section.add(drawing.form(box.width, box.height, box.matrix))
    })
  }

  #wrapper(operators: string): PDFRef {
    return once(this.#wrappers, operators, () =>
      this.section.add(this.section.context.stream(operators))
    )
  }
}

/** A picture has a ground of its own, which must not cover what somebody entered beside it. */
function picturesFirst(placements: Placement[]): Placement[] {
  const rank = ({ value }: Placement) =>
    typeof value === 'object' && value.kind === 'uploaded' ? 0 : 1
  return placements.toSorted((a, b) => rank(a) - rank(b))
}

function once(known: Map<string, PDFRef>, key: string, write: () => PDFRef): PDFRef {
  const ref = known.get(key) ?? write()
  known.set(key, ref)
  return ref
}
