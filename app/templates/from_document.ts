import type { Actor } from '#app/audit/actor'
import Document from '#app/documents/document'
import { asWritten } from '#app/documents/drafts/as_written'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { Vault } from '#app/documents/files/vault'
import { Templates } from './templates.js'

interface Making {
  by: Actor
  within?: (id: string) => Promise<void>
}

/**
 * A template of a document's file and fields. Nobody's name or address comes along: each signer becomes a role.
 *
 * @throws DocumentNotFound, DocumentErased, and what a new document may be refused with
 */
export async function templateOf(documentId: string, making: Making): Promise<string> {
  const source = await Document.whole(documentId)
  if (!source) throw new DocumentNotFound()
  const vault = await Vault.open(source)
  const [original, canonical] = await Promise.all([
    vault.read(source.originalFile),
    vault.read(source.canonicalFile),
  ])
  const upload = AcceptedPdf.again(source.fileName, original, canonical, source.pages)
  const { title, message, expiresInDays } = source
  const roles = asWritten(source).map(({ order, fields }, index) => ({
    name: `Signer ${index + 1}`,
    order,
    fields,
  }))
  const input = { title, message: message ?? undefined, expiresInDays, roles }
  return Templates.create(input, upload, making)
}
