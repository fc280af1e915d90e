import { X509Certificate } from 'node:crypto'
import { StoredKey } from '../keys/stored_key.js'
import type { CscCredential } from './csc_credential.js'

/** The key of a credential, for seals: what the provider answers is verified before it is used. @param certificate  DER, whose key it is */
export function cscKey(credential: CscCredential, reference: string, certificate: Uint8Array) {
  const known = new X509Certificate(certificate)
  const store = {
    name: 'csc' as const,
    sign: (_key: string, digest: Uint8Array) => credential.sign(known, digest),
  }
  return new StoredKey(store, reference, known.publicKey)
}
