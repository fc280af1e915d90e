import { X509Certificate } from 'node:crypto'
import { StoredKey } from '../keys/stored_key.js'
import type { CscCredential } from './csc_credential.js'

/** The key of a credential, for seals: what the provider answers is verified before it is used. @param certificate  DER, whose key it is */
export function cscKey(
  credential: Pick<CscCredential, 'sign'>,
  reference: string,
  certificate: Uint8Array
): StoredKey {
  const known = new X509Certificate(certificate)
  const sign = (_key: string, digest: Uint8Array) => credential.sign(known, digest)
  return new StoredKey({ name: 'csc', sign }, reference, known.publicKey)
}
