import type { Actor } from '#app/audit/actor'
import { asWritten } from '#app/documents/drafts/as_written'
import { sourceDocument } from '#app/documents/files/source_document'
import type { SignerRole } from '#app/documents/signers/signer_role'
import { Templates } from './templates.js'

const NAMES: Record<SignerRole, string> = { signer: 'Signer', approver: 'Approver', copy: 'Copy' }

interface Making {
  by: Actor
  within?: (id: string) => Promise<void>
}

/**
 * A template of a document's files and fields. Nobody's name or address comes along: each signer becomes a role.
 *
 * @throws DocumentNotFound, DocumentErased, and what a new document may be refused with
 */
export async function templateOf(documentId: string, making: Making): Promise<string> {
  const [source, upload] = await sourceDocument(documentId)
  const { title, message, expiresInDays, allowsDelegation, language } = source
  const roles = asWritten(source).map(({ role, order, fields, ...asked }, index) => ({
    name: `${NAMES[role ?? 'signer']} ${index + 1}`,
    ...(role && { role }),
    ...(asked.inPerson && { inPerson: true }),
    ...(asked.oneTimeCode && { oneTimeCode: asked.oneTimeCode }),
    ...(asked.certificate && { certificate: asked.certificate }),
    order,
    fields,
  }))
  const input = {
    ...{ title, message: message ?? undefined, expiresInDays, roles },
    ...{ allowDelegation: allowsDelegation, language },
  }
  return Templates.create(input, upload, making)
}
