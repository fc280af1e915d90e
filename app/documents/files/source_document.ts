import Document from '../document.js'
import DocumentNotFound from '../errors/document_not_found.js'
import { AcceptedPdf } from './accepted_pdf.js'
import { firstPageOf, uploadedNames, type PacketFile } from './packet_file.js'
import type { DocumentPage } from './page_size.js'
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
  const files = await sourceFiles(source, vault)
  return [source, AcceptedPdf.again(fileName, original, canonical, pages, earlierSignatures, files)]
}

interface Joined {
  files: readonly PacketFile[]
  pages: DocumentPage[]
}

/** What a document or template was joined of, in its order; none where it is one file. @throws FileDamaged */
export async function sourceFiles({ files, pages }: Joined, vault: Vault): Promise<AcceptedPdf[]> {
  return Promise.all(
    files.map(async (file, index) => {
      const [original, canonical] = uploadedNames(file)
      const [received, seen] = await Promise.all([vault.read(original!), vault.read(canonical!)])
      const first = firstPageOf(files, index) - 1
      const own = pages.slice(first, first + file.pageCount)
      return AcceptedPdf.again(file.name, received, seen, own, [])
    })
  )
}
