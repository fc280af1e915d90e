import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { cryptoProvider, type X509Certificate } from '@peculiar/x509'

export const SIGNING_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A certificate with its key, all DER; `chain` are its issuers, the root last. */
export interface Credential {
  certificate: Uint8Array
  chain: Uint8Array[]
  /** PKCS#8 */
  privateKey: Uint8Array
}

cryptoProvider.set(webcrypto as never)

export function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(SIGNING_ALGORITHM, true, ['sign', 'verify'])
}

export function importSigningKey(pkcs8: Uint8Array): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey(
    'pkcs8',
    pkcs8 as Uint8Array<ArrayBuffer>,
    SIGNING_ALGORITHM,
    false,
    ['sign']
  )
}

export async function credentialOf(
  certificate: X509Certificate,
  chain: Uint8Array[],
  keys: webcrypto.CryptoKeyPair
): Promise<Credential> {
  const privateKey = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    certificate: new Uint8Array(certificate.rawData),
    chain,
    privateKey: new Uint8Array(privateKey),
  }
}
