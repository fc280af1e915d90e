import type Signer from './signer.js'

/** A signer as events show one: never with a link. */
export function signerSummary(signer: Signer): Record<string, unknown> {
  const { id, key, role, name, email, status } = signer
  return { signer: { id, key, ...(role !== 'signer' && { role }), name, email, status } }
}
