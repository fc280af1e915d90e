import { PDFDocument, PDFInvalidObject, PDFName, PDFString } from 'pdf-lib'
import type { ForeignSigner } from './foreign_signer.js'
import { rawPdf, stream } from './intake/hostile_pdf.js'

const ROOM = 4096
const RANGE = '[0000000000 0000000000 0000000000 0000000000]'
export const SIGNED_ON = new Date('2026-10-05T08:30:00.000Z')

interface Options {
  /** What the first signature certifies: DocMDP, 1 to 3. */
  certifies?: number
  /** What its field says of a document that it is signed in: 1 to 3. */
  locks?: number
  /** More entries of the catalogue. */
  catalog?: string
  content?: string
  /** Where the first signature shows itself, in the page's own space: left, bottom, right, top; nowhere, unless given. */
  rectangle?: readonly [number, number, number, number]
  /** What it draws there, on 100 by 100 units. */
  appearance?: string
  /** More entries of the page. */
  page?: string
}

const GREY_BOX = '0.6 g 0 0 100 100 re f'

/** A page that somebody signed, and others after them, each in a revision of their own. */
export async function signedPdf(
  [first, ...others]: readonly ForeignSigner[],
  {
    certifies,
    locks,
    catalog = '',
    content = 'BT /F1 24 Tf 40 700 Td (Deed of sale) Tj ET',
    rectangle,
    appearance = GREY_BOX,
    page = '',
  }: Options = {}
): Promise<Buffer> {
  const mdp = certifies
    ? `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P ${certifies} /V /1.2 >> >>]`
    : ''
  const perms = certifies ? '/Perms << /DocMDP 7 0 R >>' : ''
  const lock = locks ? `/Lock << /Type /SigFieldLock /Action /All /P ${locks} >>` : ''
  const look = rectangle ? '/AP << /N 8 0 R >>' : ''
  const corners = (rectangle ?? [0, 0, 0, 0]).join(' ')
  let file = rawPdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R ${perms} ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>',
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [6 0 R] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Fields [6 0 R] /SigFlags 3 >>',
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /V 7 0 R /Rect [${corners}] ${look} /F 132 /P 3 0 R ${lock} >>`,
    signatureBody(mdp),
    stream(Buffer.from(appearance), '/Type /XObject /Subtype /Form /BBox [0 0 100 100]'),
  ])
  file = await signed(file, first!)
  let fields = '6 0 R'
  for (const [index, other] of others.entries()) {
    const [field, signature] = [9 + 2 * index, 10 + 2 * index]
    fields += ` ${field} 0 R`
    const widget = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature${field}) /V ${signature} 0 R /Rect [0 0 0 0] /F 132 /P 3 0 R >>`
    const objects = [
      [5, `<< /Fields [${fields}] /SigFlags 3 >>`],
      [field, widget],
      [signature, signatureBody()],
    ] as const
    file = await signed(revised(file, objects), other)
  }
  return file
}

/** The same with everything packed into streams, as most programs write today. */
export async function packedSignedPdf(signer: ForeignSigner, pages = 1): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let count = 0; count < pages; count++)
    document.addPage([612, 792]).drawText(`Page ${count + 1} of the deed`, { x: 40, y: 700 })
  const { context, catalog } = document
  const signature = context.register(PDFInvalidObject.of(Buffer.from(signatureBody(), 'latin1')))
  const widget = { Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0], F: 132 }
  const field = context.obj({ ...widget, T: PDFString.of('Signature1'), V: signature })
  const ref = context.register(field)
  document.getPage(0).node.addAnnot(ref)
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [ref], SigFlags: 3 }))
  return signed(Buffer.from(await document.save({ useObjectStreams: true })), signer)
}

function signatureBody(more = ''): string {
  return `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /M ${PDFString.fromDate(SIGNED_ON)} ${more} /ByteRange ${RANGE} /Contents <${'0'.repeat(ROOM * 2)}> >>`
}

/** Fills in the last signature of a file. */
async function signed(file: Buffer, signer: ForeignSigner): Promise<Buffer> {
  const rangeAt = file.lastIndexOf(RANGE)
  const start = file.indexOf('/Contents <', rangeAt) + '/Contents '.length
  const end = start + ROOM * 2 + 2
  const numbers = [0, start, end, file.length - end]
  file.write(
    `[${numbers.map((number) => String(number).padStart(10, '0')).join(' ')}]`,
    rangeAt,
    'latin1'
  )
  const cms = await signer.sign(Buffer.concat([file.subarray(0, start), file.subarray(end)]))
  file.write(cms.toString('hex'), start + 1, 'latin1')
  return file
}

/** Behind it, as an editor saves what was changed. */
export function revised(
  file: Buffer,
  objects: readonly (readonly [number: number, body: string])[]
): Buffer {
  const before = file.toString('latin1')
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)![1]
  const size = Math.max(...[...before.matchAll(/\/Size (\d+)/g)].map(([, count]) => Number(count)))
  let added = '\n'
  let table = 'xref\n'
  for (const [number, body] of objects) {
    const offset = String(file.length + added.length).padStart(10, '0')
    table += `${number} 1\n${offset} 00000 n \n`
    added += `${number} 0 obj\n${body}\nendobj\n`
  }
  const highest = Math.max(size, ...objects.map(([number]) => number + 1))
  const at = file.length + added.length
  const trailer = `trailer\n<< /Size ${highest} /Root 1 0 R /Prev ${previous} >>`
  return Buffer.concat([
    file,
    Buffer.from(`${added}${table}${trailer}\nstartxref\n${at}\n%%EOF\n`, 'latin1'),
  ])
}
