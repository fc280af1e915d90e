import { createPrivateKey, sign } from 'node:crypto'
import type { StoredKey } from './stored_key.js'

/** PKCS#8 in DER, or a key in a store that signs with it. */
export type PrivateKey = Uint8Array | StoredKey

export function isHere(key: PrivateKey): key is Uint8Array {
  return key instanceof Uint8Array
}

/** With SHA-256: ECDSA in DER, or RSA (PKCS #1 v1.5). @throws E_KEY_STORE_AWAY */
export async function signatureBy(key: PrivateKey, bytes: Uint8Array): Promise<Uint8Array> {
  return isHere(key) ? signatureHere(key, bytes) : key.sign(bytes)
}

export function signatureHere(pkcs8: Uint8Array, bytes: Uint8Array): Uint8Array {
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  return sign('sha256', bytes, key)
}
