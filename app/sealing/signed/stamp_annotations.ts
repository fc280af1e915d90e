import { PDFHexString, type PDFRef, PDFString, type PDFRawStream } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { Matrix, PageBox, Rectangle } from '../pdf/page_box.js'
import type { PdfSection } from '../pdf/pdf_section.js'
import type { Materials } from '../pages/materials.js'
import { Stamp } from '../pages/stamp.js'
import { drawTestMark } from '../pages/test_mark.js'
import type { Placement, SealOrder } from '../seal_order.js'
import type { SignedPage } from './signed_pages.js'

/** Print, read-only, locked, its text too (ISO 32000-2, 12.5.3): nobody moves or edits it. */
const FLAGS = 4 + 64 + 128 + 512
/** A plate reaches so far beyond its field, and so may a stroke. */
const MARGIN = 3

const LABELS: Record<Placement['kind'], string> = {
  text: 'Entered by a signer',
  checkbox: 'Entered by a signer',
  radio: 'Entered by a signer',
  signature: 'Signature or initials',
}

/**
 * What signers entered, each as an annotation of its own above a page that stays as it is: its content is what somebody has signed
 * before, and annotations are what standards and readers let others add to it.
 */
export class StampAnnotations {
  #count = 0

  constructor(
    readonly section: PdfSection,
    readonly materials: Materials,
    readonly order: SealOrder
  ) {}

  /** @param placements  those of the page; @returns what is to be listed among its annotations */
  write({ ref, box }: SignedPage, placements: readonly Placement[]): PDFRef[] {
    const marks = placements.map((placement) => this.#mark(ref, box, placement))
    return this.order.isTest ? [...marks, this.#testMark(ref, box)] : marks
  }

  #mark(page: PDFRef, box: PageBox, placement: Placement): PDFRef {
    const drawing = this.materials.drawing()
    const stamp = new Stamp(drawing, this.materials.signatureOn(drawing), this.materials.letters)
    if (placement.hasPlate) stamp.plate(placement, box.height)
    stamp.draw(placement, box.height)
    const { x, y, width, height } = placement
    const place = {
      x: x - MARGIN,
      y: box.height - y - height - MARGIN,
      width: width + 2 * MARGIN,
      height: height + 2 * MARGIN,
    }
    const form = drawing.form(box.width, box.height, box.matrix)
    return this.#annotation(page, box, { form, place, label: LABELS[placement.kind] })
  }

  #testMark(page: PDFRef, box: PageBox): PDFRef {
    const drawing = this.materials.drawing()
    drawTestMark(drawing, box, this.materials.latin)
    const form = drawing.form(box.width, box.height, box.matrix)
    const place = { x: 0, y: 0, width: box.width, height: box.height }
    return this.#annotation(page, box, { form, place, label: 'Test document, no legal effect' })
  }

  #annotation(
    page: PDFRef,
    { matrix }: PageBox,
    { form, place, label }: { form: PDFRawStream; place: Rectangle; label: string }
  ): PDFRef {
    const { context } = this.section
    const { signerName, at } = this.order.signing
    form.dict.set(name('BBox'), context.obj(cornersOf(place)))
    const annotation = {
      Type: 'Annot',
      Subtype: 'Stamp',
      Rect: cornersOf(turned(place, matrix)),
      F: FLAGS,
      P: page,
      NM: PDFString.of(`stamp-${++this.#count}`),
      T: PDFHexString.fromText(signerName),
      M: PDFString.fromDate(at),
      Contents: PDFHexString.fromText(label),
      AP: { N: this.section.add(form) },
    }
    return this.section.add(context.obj(annotation))
  }
}

function cornersOf({ x, y, width, height }: Rectangle): number[] {
  return [x, y, x + width, y + height]
}

/** In the page's own space: quarter turns keep it a rectangle. */
function turned({ x, y, width, height }: Rectangle, [a, b, c, d, e, f]: Matrix): Rectangle {
  const at = (px: number, py: number) => [a * px + c * py + e, b * px + d * py + f] as const
  const [[ax, ay], [bx, by]] = [at(x, y), at(x + width, y + height)]
  return {
    x: Math.min(ax, bx),
    y: Math.min(ay, by),
    width: Math.abs(bx - ax),
    height: Math.abs(by - ay),
  }
}
