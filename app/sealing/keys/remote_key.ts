import { X509Certificate } from 'node:crypto'
import { StoredKey } from './stored_key.js'

/** Signs with the key of a certificate, somewhere else. */
export interface RemoteSigner {
  /** @param digest  SHA-256 of what is signed @returns RSA (PKCS #1 v1.5), or ECDSA in DER @throws E_KEY_STORE_AWAY */
  sign(certificate: X509Certificate, digest: Uint8Array): Promise<Uint8Array>
}

/** The key of a certificate that somebody else holds: what comes back is verified before it is used. @param certificate  DER */
export function remoteKey(
  signer: RemoteSigner,
  { where, reference }: { where: 'csc' | 'token'; reference: string },
  certificate: Uint8Array
): StoredKey {
  const known = new X509Certificate(certificate)
  const sign = (_key: string, digest: Uint8Array) => signer.sign(known, digest)
  return new StoredKey({ name: where, sign }, reference, known.publicKey)
}
