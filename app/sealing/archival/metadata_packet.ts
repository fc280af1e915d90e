import {
  type PDFDict,
  PDFHexString,
  PDFString,
  type PDFContext,
  type PDFObject,
  type PDFRawStream,
} from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { ArchivalLevel } from './archival_level.js'

/** What a file says of itself as a whole. */
export interface Claims {
  archival: ArchivalLevel | null
  /** PDF/UA-1 (ISO 14289-1). */
  isAccessible: boolean
}

const PACKET_ID = 'W5M0MpCehiHzreSzNTczkc9d'
const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
}
/** What XML cannot have, not even escaped. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The metadata of a document as XMP (ISO 16684-1): what its information dictionary says, in the same words, and what it claims. */
export function metadataStream(context: PDFContext, info: PDFDict, claims: Claims): PDFRawStream {
  const entries = { Type: 'Metadata', Subtype: 'XML' }
  return context.stream(Buffer.from(packetOf(info, claims)), entries)
}

function packetOf(info: PDFDict, { archival, isAccessible }: Claims): string {
  const says = (key: string) => textIn(info.get(name(key)))
  const properties = [
    archival && ['<pdfaid:part>3</pdfaid:part>', element('pdfaid:conformance', archival)],
    isAccessible && '<pdfuaid:part>1</pdfuaid:part>',
    list('dc:title', 'Alt', says('Title')),
    list('dc:creator', 'Seq', says('Author')),
    list('dc:description', 'Alt', says('Subject')),
    element('pdf:Keywords', says('Keywords')),
    element('pdf:Producer', says('Producer')),
    element('xmp:CreatorTool', says('Creator')),
    element('xmp:CreateDate', momentIn(info.get(name('CreationDate')))),
    element('xmp:ModifyDate', momentIn(info.get(name('ModDate')))),
  ]
  const declared = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  return [
    `<?xpacket begin="\ufeff" id="${PACKET_ID}"?>`,
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about=""${declared.join('')}>`,
    ...properties.flat().filter(Boolean),
    '</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="w"?>',
  ].join('\n')
}

function element(called: string, text: string | null): string | null {
  return text === null ? null : `<${called}>${escaped(text)}</${called}>`
}

function list(called: string, kind: 'Alt' | 'Seq', text: string | null): string | null {
  if (text === null) return null
  const item = kind === 'Alt' ? 'rdf:li xml:lang="x-default"' : 'rdf:li'
  return `<${called}><rdf:${kind}><${item}>${escaped(text)}</rdf:li></rdf:${kind}></${called}>`
}

function textIn(object: PDFObject | undefined): string | null {
  const isText = object instanceof PDFString || object instanceof PDFHexString
  return isText ? object.decodeText() : null
}

/** @returns null for what is no moment */
function momentIn(object: PDFObject | undefined): string | null {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return null
  try {
    return object.decodeDate().toISOString()
  } catch {
    return null
  }
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>]/g, (character) => ESCAPED[character]!)
}
