import { createHash } from 'node:crypto'
import { PDFArray, PDFHexString, PDFRef, PDFString, type PDFDict, type PDFObject } from 'pdf-lib'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { name } from './pdf/names.js'
import type { PdfFile } from './pdf/pdf_file.js'
import type { PdfSection } from './pdf/pdf_section.js'
import type { CertificateContent, SealOrder } from './seal_order.js'

/** The author's metadata stays; producer and dates are those of the seal (ISO 32000-2, 14.3.3). */
export function writtenInformation(
  file: PdfFile,
  section: PdfSection,
  { signing, record, certificate }: SealOrder,
  t: Phrasebook['t']
): { ref: PDFRef; dictionary: PDFDict } {
  const { signerName, at } = signing
  const before = file.trailer.get(name('Info'))
  const { context } = section
  const info = before ? file.dictionary(before).clone(context) : context.obj({})
  info.set(name('Producer'), PDFHexString.fromText(signerName))
  // readers show it in place of the file's name
  const title = record && `${t(`certificate.${record.kind}`)} · ${certificate.title}`
  if (title) info.set(name('Title'), PDFHexString.fromText(title))
  info.set(name('ModDate'), PDFString.fromDate(at))
  if (!info.has(name('CreationDate'))) info.set(name('CreationDate'), PDFString.fromDate(at))
  const ref = before instanceof PDFRef ? before : section.reserve()
  section.put(ref, info)
  return { ref, dictionary: info }
}

/** The first half names the document, the second this state of it (ISO 32000-2, 14.4). */
export function identifierOf(
  file: PdfFile,
  { canonicalSha256, chainHead }: CertificateContent
): PDFObject {
  const digest = createHash('sha256').update(`${canonicalSha256} ${chainHead}`).digest('hex')
  const before = file.resolve(file.trailer.get(name('ID')))
  const first = before instanceof PDFArray ? before.get(0) : PDFHexString.of(digest.slice(0, 32))
  return file.context.obj([first, PDFHexString.of(digest.slice(0, 32))])
}
