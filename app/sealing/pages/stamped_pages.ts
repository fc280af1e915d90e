import { PDFArray, PDFNumber, type PDFDict, type PDFRef } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { Drawing } from '../pdf/drawing.js'
import type { PageBox } from '../pdf/page_box.js'
import { PageContent } from '../pdf/page_content.js'
import { boxOfPage } from '../pdf/page_geometry.js'
import type { PdfFile } from '../pdf/pdf_file.js'
import type { PdfSection } from '../pdf/pdf_section.js'
import type { Placement, SealOrder } from '../seal_order.js'
import type { Structure } from '../structure/structure.js'
import type { Materials } from './materials.js'
import { spokenStamp } from './spoken_stamp.js'
import { isMark, Stamp } from './stamp.js'
import { drawTestMark } from './test_mark.js'

const ARTIFACT = '/Artifact BMC'

type Stamped = Pick<SealOrder, 'placements' | 'isTest'>

/** The pages of the document itself, with what signers entered painted over them, and heard in a document that can be. */
export class StampedPages {
  #wrappers = new Map<string, PDFRef>()
  #testMarks = new Map<string, PDFRef>()

  constructor(
    readonly file: PdfFile,
    readonly section: PdfSection,
    readonly materials: Materials,
    readonly structure: Structure | null
  ) {}

  /** @param field  one that belongs to the first page */
  write(pages: PDFRef[], { placements, isTest }: SealOrder, field?: PDFRef) {
    const byPage = Map.groupBy(placements, ({ page }) => page - 1)
    pages.forEach((ref, index) => {
      const entered = byPage.get(index)
      const own = index === 0 ? field : undefined
      if (!entered && !isTest && !own) return
      const page = this.file.dictionary(ref).clone(this.file.context)
      if (entered || isTest) this.#stamp(ref, page, { placements: entered ?? [], isTest })
      if (own) this.#annotate(page, own)
      this.section.put(ref, page)
    })
  }

  #annotate(page: PDFDict, field: PDFRef) {
    const before = this.file.resolve(page.get(name('Annots')))
    const known = before instanceof PDFArray ? before.asArray() : []
    page.set(name('Annots'), this.section.context.obj([...known, field]))
  }

  #stamp(ref: PDFRef, page: PDFDict, { placements, isTest }: Stamped) {
    const box = boxOfPage(this.file, page)
    const content = new PageContent(page, (object) => this.file.resolve(object))
    const painted: string[] = []
    if (placements.length > 0) {
      const xobject = content.addXObject('Stamp', this.#form(ref, placements, box))
      // what is marked within must not stand within an artifact (14.8.2.2)
      painted.push(this.structure ? `/${xobject} Do\n` : asArtifact(xobject))
    }
    if (isTest) painted.push(asArtifact(content.addXObject('TestMark', this.#testMark(box))))
    content.wrap(this.#wrapper('q\n'), this.#wrapper(`Q\nq\n${painted.join('')}Q\n`))
  }

  #form(page: PDFRef, placements: Placement[], box: PageBox): PDFRef {
    const drawing = this.materials.drawing(this.structure && ARTIFACT)
    const signature = this.materials.signatureOn(drawing)
    const stamp = new Stamp(drawing, signature, this.materials.letters)
    for (const placement of placements) if (placement.hasPlate) stamp.plate(placement, box.height)
    const draw = (placement: Placement) => stamp.draw(placement, box.height)
    if (!this.structure) for (const placement of picturesFirst(placements)) draw(placement)
    else this.#say(this.structure, drawing, picturesFirst(placements), draw)
    const ref = this.section.reserve()
    const form = drawing.form(box.width, box.height, box.matrix)
    const key = this.structure?.written(drawing, page, ref)
    if (key !== undefined) form.dict.set(name('StructParents'), PDFNumber.of(key))
    this.section.put(ref, form)
    return ref
  }

  #say(
    structure: Structure,
    drawing: Drawing,
    placements: Placement[],
    draw: (placement: Placement) => void
  ) {
    const { book } = this.materials.lettering
    structure.part('Sect', () => {
      for (const placement of placements.filter(isMark)) {
        const { role, spoken } = spokenStamp(placement, book)
        structure.say(drawing, role, () => draw(placement), spoken)
      }
    })
  }

  /** Pages of one size and rotation share it. */
  #testMark(box: PageBox): PDFRef {
    return once(this.#testMarks, [box.width, box.height, ...box.matrix].join(' '), () => {
      const drawing = this.materials.drawing()
      drawTestMark(drawing, box, this.materials.latin)
      return this.section.add(drawing.form(box.width, box.height, box.matrix))
    })
  }

  #wrapper(operators: string): PDFRef {
    return once(this.#wrappers, operators, () =>
      this.section.add(this.section.context.stream(operators))
    )
  }
}

function asArtifact(xobject: string): string {
  return `${ARTIFACT}\n/${xobject} Do\nEMC\n`
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
