import { X509Certificate } from 'node:crypto'
import { issueLeaf, type LeafTerms } from '../certificate_authority.js'
import type { Credential } from '../credential.js'
import type { PrivateKey } from '../keys/private_key.js'
import type { OwnCertificate } from './own_certificate.js'

interface Endorsed {
  credential: Credential
  /** DER; see `pades/endorsement.ts`. */
  endorsement: Uint8Array
}

/**
 * What seals are made with: a certificate of the tenant's own, its issuers, and then the endorsement by our authority, with its path to our
 * root. It lasts as long as the certificate.
 *
 * @throws E_KEY_STORE_AWAY where the authority's key is in a store that is away
 */
export async function endorsedCredential(
  { certificate, chain }: OwnCertificate,
  privateKey: PrivateKey,
  authority: Credential,
  terms: Omit<LeafTerms, 'key' | 'until'>
): Promise<Endorsed> {
  const { publicKey, validToDate: until } = new X509Certificate(certificate)
  const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
  const key = { publicKey: spki, privateKey }
  const endorsed = await issueLeaf(authority, { ...terms, until, key })
  const path = [endorsed.certificate, ...endorsed.chain]
  return {
    credential: { certificate, chain: [...chain, ...path], privateKey },
    endorsement: endorsed.certificate,
  }
}
