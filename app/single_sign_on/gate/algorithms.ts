import { constants, verify, type KeyObject } from 'node:crypto'

/** What a message may be signed and encrypted with. SHA-1, RSA 1.5 and 3DES are left out, and so is canonicalisation that keeps comments. */
export const SIGNATURES = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
] as const

/** Whether a key made a signature by one of these. @param key  of a certificate */
export function isSignedBy(
  key: KeyObject,
  algorithm: string,
  text: string,
  signature: Uint8Array
): boolean {
  const padding = algorithm.endsWith('MGF1')
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {}
  return verify(digestOf(algorithm), Buffer.from(text), { key, ...padding }, signature)
}

/** Node's name of the digest that one of these algorithms uses. */
export function digestOf(algorithm: string): 'sha256' | 'sha512' {
  return algorithm.endsWith('sha512') ? 'sha512' : 'sha256'
}

export const DIGESTS = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
] as const

export const CANONICALISATIONS = ['http://www.w3.org/2001/10/xml-exc-c14n#'] as const

export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** CBC stays for SimpleSAMLphp and others: what is decrypted is read only once a signature covers it. */
export const CIPHERS = [
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
] as const

export const KEY_TRANSPORTS = [
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
] as const

export function isOneOf(known: readonly string[], algorithm: string | null): boolean {
  return algorithm !== null && known.includes(algorithm)
}
