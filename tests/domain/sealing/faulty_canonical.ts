import { PDFContext, PDFHexString, type PDFRef } from 'pdf-lib'
import { PdfSection } from '#app/sealing/pdf/pdf_section'

/** A file in the form that the sealer reads, with a page that intake would never have let pass. */
export function faultyCanonical({ content = '', cover = '' }): Uint8Array {
  const context = PDFContext.create()
  const section = PdfSection.whole(context)
  const page = section.reserve()
  const pages = section.add(context.obj({ Type: 'Pages', Kids: [page], Count: 1 }))
  const annotations: PDFRef[] = []
  if (cover) {
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 300, 200] }
    const appearance = section.add(context.stream(cover, form))
    const whole = { Type: 'Annot', Subtype: 'Stamp', Rect: [0, 0, 300, 200], F: 4 }
    annotations.push(section.add(context.obj({ ...whole, AP: { N: appearance } })))
  }
  section.put(
    page,
    context.obj({
      Type: 'Page',
      Parent: pages,
      MediaBox: [0, 0, 300, 200],
      CropBox: [0, 0, 300, 200],
      Rotate: 0,
      Resources: {},
      Contents: section.add(context.stream(content)),
      Annots: annotations,
    })
  )
  const root = section.add(context.obj({ Type: 'Catalog', Pages: pages }))
  const id = PDFHexString.of('00')
  return section.encode({ root, id: context.obj([id, id]) }).bytes
}
