import type Document from '../document.js'
import type Field from '../field.js'
import type { FieldInput, SignerInput } from './draft_input.js'

/** A document's signers as its author wrote them. */
export function asWritten(document: Document, { withFields = true } = {}): SignerInput[] {
  return document.signers.map((signer) => ({
    ...(signer.role !== 'signer' && { role: signer.role }),
    name: signer.name,
    email: signer.email,
    key: signer.key ?? undefined,
    order: signer.isOrdered ? signer.turn : undefined,
    ...(signer.identity && { identity: signer.identity }),
    ...(signer.accessCommitment && { accessCommitment: signer.accessCommitment }),
    ...(signer.askedLanguage && { language: signer.askedLanguage }),
    ...(signer.message !== null && { message: signer.message }),
    fields: withFields ? document.fieldsOf(signer).map(fieldAsWritten) : [],
  }))
}

export function fieldAsWritten({ type, page, x, y, width, height, options }: Field): FieldInput {
  return { type, page, x, y, width, height, ...(options && { options }) }
}
