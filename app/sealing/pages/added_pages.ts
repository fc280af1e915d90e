import type { PDFRef } from 'pdf-lib'
import type { Drawing } from '../pdf/drawing.js'
import type { PdfSection } from '../pdf/pdf_section.js'
import { MARGINS } from './letterhead.js'
import type { Structure } from '../structure/structure.js'
import type { Materials } from './materials.js'
import type { Paper } from './paper.js'
import { Sheets } from './sheets.js'
import { drawTestMark } from './test_mark.js'

/** The pages of ours behind those of the document. */
export class AddedPages {
  readonly refs: PDFRef[] = []

  /** @param parent  the page tree that they will hang from */
  constructor(
    readonly section: PdfSection,
    readonly materials: Materials,
    readonly parent: PDFRef,
    readonly paper: Paper,
    readonly structure: Structure | null
  ) {}

  /** Blank ones to draw on. @param begin  draws what stands at the head of each */
  sheets(begin: (sheets: Sheets, index: number) => void) {
    const { fonts, lettering } = this.materials
    return new Sheets(this.section, fonts, this.paper, MARGINS, lettering, this.structure, begin)
  }

  write(drawing: Drawing, annotations: PDFRef[] = []): PDFRef {
    const { width, height } = this.paper
    const { order, latin } = this.materials
    if (order.isTest) drawTestMark(drawing, { width, height }, latin)
    const { contents, resources } = drawing.content()
    const ref = this.section.reserve()
    const page = this.section.context.obj({
      Type: 'Page',
      Parent: this.parent,
      MediaBox: [0, 0, width, height],
      Resources: resources,
      Contents: contents,
      Annots: annotations.length > 0 ? annotations : undefined,
      // annotations are come to in the order of what is said (12.5)
      ...(this.structure && { StructParents: this.structure.written(drawing, ref), Tabs: 'S' }),
    })
    this.section.put(ref, page)
    this.refs.push(ref)
    return ref
  }
}
