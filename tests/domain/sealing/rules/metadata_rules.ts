import { PDFName } from 'pdf-lib'
import type { ReadPdf } from './read_pdf.js'

/** Of each entry of the information dictionary, where XMP has the same. */
const SAME: Record<string, string> = {
  Title: 'dc:title',
  Author: 'dc:creator',
  Subject: 'dc:description',
  Keywords: 'pdf:Keywords',
  Producer: 'pdf:Producer',
  Creator: 'xmp:CreatorTool',
}

export function packetOf(pdf: ReadPdf): string {
  const metadata = pdf.stream(pdf.catalog, 'Metadata')
  return metadata ? pdf.contents(metadata).toString('utf8') : ''
}

/** The text of an element, without those within it. */
function valueIn(packet: string, element: string): string | null {
  const found = new RegExp(`<${element}>([^]*?)</${element}>`).exec(packet)
  return found
    ? found[1]!
        .replace(/<[^>]*>/g, '')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&')
    : null
}

export function claimedIn(pdf: ReadPdf): { archival: string | null; isAccessible: boolean } {
  const packet = packetOf(pdf)
  const [part, level] = ['part', 'conformance'].map((key) => valueIn(packet, `pdfaid:${key}`))
  const isAccessible = valueIn(packet, 'pdfuaid:part') === '1'
  return { archival: part === null ? null : `${part}${level}`, isAccessible }
}

/** ISO 19005-3, 6.6: one packet, as XMP writes it, that says what the information dictionary says. */
export function* saysTheSame(pdf: ReadPdf) {
  const metadata = pdf.stream(pdf.catalog, 'Metadata')
  if (!metadata) return void (yield '6.6.2.1 no metadata')
  const { dict } = metadata
  if (pdf.name(dict, 'Type') !== 'Metadata' || pdf.name(dict, 'Subtype') !== 'XML')
    yield '6.6.2.1 kind of metadata'
  if (dict.has(PDFName.of('Filter'))) yield '6.6.2.1 compressed metadata'
  const packet = packetOf(pdf)
  if (!/^<\?xpacket(?![^>]*\b(?:bytes|encoding)=)[^>]*\?>/.test(packet.trimStart()))
    yield '6.6.2.1 head of the packet'
  if (!/^3[ABU]$/.test(claimedIn(pdf).archival ?? '')) yield '6.6.4 identification'
  const info = pdf.document.context.trailerInfo.Info
  const dictionary = info ? pdf.document.context.lookup(info) : undefined
  for (const [key, element] of Object.entries(SAME)) {
    const said = pdf.text(dictionary as never, key)
    if (said !== valueIn(packet, element)) yield `6.6.3 ${key}`
  }
}
