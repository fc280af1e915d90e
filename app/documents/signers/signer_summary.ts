import { certificateView } from './own_certificate.js'
import type Signer from './signer.js'

/** A signer as events show one: never with a link. */
export function signerSummary(signer: Signer): Record<string, unknown> {
  const { id, key, role, inPerson, name, email, status } = signer
  const part = { ...(role !== 'signer' && { role }), ...(inPerson && { inPerson }) }
  const own = certificateView(signer)
  return { signer: { id, key, ...part, name, email, status, ...own } }
}
