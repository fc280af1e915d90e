import { createPrivateKey, sign } from 'node:crypto'
import { CmsSignature } from './cms_signature.js'

export interface Signatory {
  /** DER */
  certificate: Uint8Array
  chain: Uint8Array[]
  /** PKCS#8, DER */
  privateKey: Uint8Array
}

/** @param digest  SHA-256 of what is signed */
export function signedBy(
  { certificate, chain, privateKey }: Signatory,
  digest: Uint8Array
): CmsSignature {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
  const signature = CmsSignature.of({ certificate, chain, digest, value: new Uint8Array(0) })
  signature.value = sign('sha256', signature.toBeSigned, key)
  return signature
}
