import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { AsnConvert } from '@peculiar/asn1-schema'
import { RSAPublicKey } from '@peculiar/asn1-rsa'
import { ECParameters } from '@peculiar/asn1-ecc'
import * as rsa from 'micro-rsa-dsa-dh/rsa.js'

export { X509Certificate } from './x509_certificate.js'

const HASHES = { sha1, sha256, sha384, sha512 }

/** `CURVES` of `app/sealing/pades/accepted_keys.ts` */
const CURVES = {
  '1.2.840.10045.3.1.7': p256,
  '1.3.132.0.34': p384,
  '1.3.132.0.35': p521,
  '1.3.132.0.10': secp256k1,
  '1.3.36.3.3.2.8.1.1.7': brainpoolP256r1,
  '1.3.36.3.3.2.8.1.1.11': brainpoolP384r1,
  '1.3.36.3.3.2.8.1.1.13': brainpoolP512r1,
}

const RSA_SIGNATURES = {
  sha256: rsa.PKCS1_SHA256,
  sha384: rsa.PKCS1_SHA384,
  sha512: rsa.PKCS1_SHA512,
}

/** RFC 8017, A.1 */
const RSA_ENCRYPTION = '1.2.840.113549.1.1.1'

/** What the verifier needs of `node:crypto`, in a browser and without waiting. */
export function createHash(name) {
  const hash = HASHES[name].create()
  return {
    update(data) {
      hash.update(typeof data === 'string' ? Buffer.from(data, 'utf8') : data)
      return this
    },
    digest(encoding) {
      const digest = Buffer.from(hash.digest())
      return encoding ? digest.toString(encoding) : digest
    },
  }
}

export function randomBytes(length) {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(length)))
}

/**
 * ECDSA as DER, or RSA as PKCS #1 v1.5 has it; nothing else is accepted.
 *
 * @param {'sha256' | 'sha384' | 'sha512'} hash
 * @param {Uint8Array} data
 * @param {import('@peculiar/asn1-x509').SubjectPublicKeyInfo} key
 * @param {Uint8Array} signature
 */
export function verify(hash, data, key, signature) {
  try {
    return key.algorithm.algorithm === RSA_ENCRYPTION
      ? verifyRsa(hash, data, key, signature)
      : verifyEcdsa(hash, data, key, signature)
  } catch {
    return false
  }
}

/** RSASSA-PSS with one digest for everything, and a salt as long as it is, which certificates of some authorities are signed with. */
export function verifyPss(hash, data, key, signature) {
  if (key.algorithm.algorithm !== RSA_ENCRYPTION) return false
  try {
    const digest = HASHES[hash]
    const scheme = rsa.PSS(digest, rsa.mgf1(digest), digest.outputLen)
    return scheme.verify(rsaKey(key), plain(data), plain(signature))
  } catch {
    return false
  }
}

function verifyEcdsa(hash, data, { algorithm, subjectPublicKey }, signature) {
  const curve = CURVES[AsnConvert.parse(algorithm.parameters, ECParameters).namedCurve]
  const digest = HASHES[hash](plain(data))
  const options = { prehash: false, format: 'der', lowS: false }
  return curve.verify(plain(signature), digest, new Uint8Array(subjectPublicKey), options)
}

function verifyRsa(hash, data, key, signature) {
  return RSA_SIGNATURES[hash].verify(rsaKey(key), plain(data), plain(signature))
}

function rsaKey({ subjectPublicKey }) {
  const { modulus, publicExponent } = AsnConvert.parse(subjectPublicKey, RSAPublicKey)
  return { n: whole(modulus), e: whole(publicExponent) }
}

const plain = (bytes) => Uint8Array.from(bytes)
const whole = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
