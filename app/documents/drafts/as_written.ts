import type Document from '../document.js'
import type Field from '../field.js'
import type Signer from '../signers/signer.js'
import type { FieldInput, SignerInput } from './draft_input.js'

/** A document's signers as its author wrote them. */
export function asWritten(document: Document, { withFields = true } = {}): SignerInput[] {
  return document.signers.map((signer) => ({
    ...(signer.role !== 'signer' && { role: signer.role }),
    ...(signer.inPerson && { inPerson: true }),
    name: signer.name,
    email: signer.email,
    key: signer.key ?? undefined,
    order: signer.isOrdered ? signer.turn : undefined,
    ...(signer.identity && { identity: signer.identity }),
    ...(signer.certificate && { certificate: signer.certificate }),
    ...codesAsked(signer),
    ...(signer.askedLanguage && { language: signer.askedLanguage }),
    ...(signer.message !== null && { message: signer.message }),
    fields: withFields ? document.fieldsOf(signer).map(fieldAsWritten) : [],
  }))
}

/** What codes are sent to is written down anew; what was agreed is known by its commitment alone. */
function codesAsked({ oneTimeCode, phone, accessCommitment }: Signer): Partial<SignerInput> {
  if (oneTimeCode) return { oneTimeCode, ...(phone && { phone }) }
  return accessCommitment ? { accessCommitment } : {}
}

export function fieldAsWritten({ type, page, x, y, width, height, options }: Field): FieldInput {
  return { type, page, x, y, width, height, ...(options && { options }) }
}
