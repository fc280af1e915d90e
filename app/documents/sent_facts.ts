import type { DocumentHappening } from '#app/audit/audit_trail'
import { canonicalJson } from '#app/foundation/canonical_json'
import { sha256Hex } from '#app/foundation/opaque_token'
import type Document from './document.js'
import type Field from './field.js'

/** A signer as the entry of the sending names them. */
export interface SentSigner {
  id: string
  name: string
  email: string
  /** Null where all sign in parallel. */
  order: number | null
}

type Facts = Required<Pick<DocumentHappening, 'details' | 'personal'>>

/**
 * What binds a document into its trail as it is sent: title and signers by commitment, the fields by their hash. From then on a row that
 * says something else is found.
 */
export function sentFacts(document: Document): Facts {
  const signers = document.signers.map(({ id, name, email, isOrdered, turn }): SentSigner => ({
    id,
    name,
    email,
    order: isOrdered ? turn : null,
  }))
  return {
    details: {
      expiresAt: document.expiresAt?.toISOString(),
      fieldsSha256: fieldsHash(document.fields),
    },
    personal: { title: document.title, signers: canonicalJson(signers) },
  }
}

/** SHA-256 of the canonical JSON of id, signer, type, page and box of each field, ordered by id. */
export function fieldsHash(fields: readonly Field[]): string {
  const places = fields
    .map(({ id, signerId, type, page, x, y, width, height }) => ({
      id,
      signerId,
      type,
      page,
      box: [x, y, width, height],
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return sha256Hex(canonicalJson(places))
}
