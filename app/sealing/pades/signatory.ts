import { isHere, signatureHere, type PrivateKey } from '../keys/private_key.js'
import { CmsSignature } from './cms_signature.js'

export interface Signatory {
  /** DER */
  certificate: Uint8Array
  chain: Uint8Array[]
  privateKey: PrivateKey
}

/**
 * With a key that is here; one that is elsewhere signs `toBeSigned`, outside of the thread.
 *
 * @param digest  SHA-256 of what is signed
 */
export function signedBy(
  { certificate, chain, privateKey }: Signatory,
  digest: Uint8Array
): CmsSignature {
  if (!isHere(privateKey)) throw new TypeError('A key in a store cannot be used here')
  const signature = CmsSignature.of({ certificate, chain, digest, value: new Uint8Array(0) })
  signature.value = signatureHere(privateKey, signature.toBeSigned)
  return signature
}
