import type { DocumentHappening } from '#app/audit/audit_trail'
import { canonicalJson } from '#app/foundation/canonical_json'
import { sha256Hex } from '#app/foundation/opaque_token'
import type Document from './document.js'
import type Field from './field.js'
import type Signer from './signers/signer.js'
import { accessCheckOf, type AccessCheck } from './signers/access_code.js'
import type { CertificateDemand } from './signers/own_certificate.js'
import type { IdentityCheck } from './signers/signer_identity.js'
import type { SignerRole } from './signers/signer_role.js'

/** A signer as the entry of the sending names them. */
export interface SentSigner {
  id: string
  /** What they are asked for; missing for those who are asked to sign. */
  role?: SignerRole
  /** Whether they sign in person; missing for those who get a link. */
  inPerson?: true
  name: string
  email: string
  /** Null where all sign in parallel. */
  order: number | null
  /** How they have to prove who they are; missing where the link is enough. */
  identity?: IdentityCheck
  /** Whether they sign with a certificate of their own; missing where nobody asks for it. */
  certificate?: CertificateDemand
  /** What they have to know beyond the link; missing where the link is enough. */
  access?: AccessCheck
  /** Where codes by SMS are sent. */
  phone?: string
}

/** Who sends it, as the certificate prints them: the account, and what it looked like on that day. */
export interface SentSender {
  name: string
  brand: string
  color: string
  /** SHA-256 of the picture. */
  logo: string | null
}

type Facts = Required<Pick<DocumentHappening, 'details' | 'personal'>>

/**
 * What binds a document into its trail as it is sent: title, signers and sender by commitment, the fields by their hash. From then on a
 * row that says something else is found.
 *
 * @param senderName  of the account, on this day
 */
export function sentFacts(document: Document, senderName: string): Facts {
  const signers = document.signers.map(sentSigner)
  return {
    details: {
      expiresAt: document.expiresAt?.toISOString(),
      fieldsSha256: fieldsHash(document.fields),
      ...(document.allowsDelegation && { allowsDelegation: true }),
    },
    personal: {
      title: document.title,
      signers: canonicalJson(signers),
      sender: canonicalJson(senderOf(document, senderName)),
      ...optionsOf(document.fields),
    },
  }
}

function sentSigner(signer: Signer): SentSigner {
  const { id, role, inPerson, name, email, isOrdered, turn, identity, certificate, phone } = signer
  const order = isOrdered ? turn : null
  const access = accessCheckOf(signer)
  return {
    ...{ id, name, email, order },
    ...(role !== 'signer' && { role }),
    ...(inPerson && { inPerson: true }),
    ...(identity && { identity }),
    ...(certificate && { certificate }),
    ...(access && { access }),
    ...(phone && { phone }),
  }
}

/** @param name  of the account, for it stands in no row of the document */
export function senderOf({ brand }: Pick<Document, 'brand'>, name: string): SentSender {
  return { name, brand: brand?.name ?? name, color: brand?.color ?? '', logo: brand?.logo ?? null }
}

/** What the sender says of fields, ordered by id: it may be about people, so that the trail has it by commitment. Nothing where nothing is said. */
export function optionsOf(fields: readonly Field[]): { fieldOptions?: string } {
  const said = fields
    .flatMap(({ id, options }) => (options ? [{ id, options }] : []))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return said.length > 0 ? { fieldOptions: canonicalJson(said) } : {}
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
