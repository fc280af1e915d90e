import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { cryptoProvider, type X509Certificate } from '@peculiar/x509'
import type { PrivateKey } from './keys/private_key.js'

export const SIGNING_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A certificate with its key; what is bytes is DER. `chain` are its issuers, the root last. */
export interface Credential {
  certificate: Uint8Array
  chain: Uint8Array[]
  privateKey: PrivateKey
}

/** A key that has no certificate yet. */
export interface NewKey {
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Uint8Array<ArrayBuffer>
  privateKey: PrivateKey
}

cryptoProvider.set(webcrypto as never)

/** Here, and nowhere else yet. */
export async function generateKeys(): Promise<NewKey> {
  const { subtle } = webcrypto
  const keys = await subtle.generateKey(SIGNING_ALGORITHM, true, ['sign', 'verify'])
  const [publicKey, privateKey] = await Promise.all([
    subtle.exportKey('spki', keys.publicKey),
    subtle.exportKey('pkcs8', keys.privateKey),
  ])
  return { publicKey: new Uint8Array(publicKey), privateKey: new Uint8Array(privateKey) }
}

export function credentialOf(
  certificate: X509Certificate,
  chain: Uint8Array[],
  privateKey: PrivateKey
): Credential {
  return { certificate: new Uint8Array(certificate.rawData), chain, privateKey }
}
