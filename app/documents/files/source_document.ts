import Document from '../document.js'
import DocumentNotFound from '../errors/document_not_found.js'
import { AcceptedPdf } from './accepted_pdf.js'
import { Vault } from './vault.js'

/** A document, and its file to make another of. @throws DocumentNotFound, DocumentErased */
export async function sourceDocument(id: string): Promise<[source: Document, file: AcceptedPdf]> {
  const source = await Document.whole(id)
  if (!source) throw new DocumentNotFound()
  const vault = await Vault.open(source)
  const [original, canonical] = await Promise.all([
    vault.read(source.originalFile),
    vault.read(source.canonicalFile),
  ])
  const { fileName, pages, earlierSignatures } = source
  return [source, AcceptedPdf.again(fileName, original, canonical, pages, earlierSignatures)]
}
