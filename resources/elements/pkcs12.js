import CertificateNames from './certificate_names.js'
import DerValue, { joined } from './der.js'

const MAX_BYTES = 64 * 1024
const MAX_ITERATIONS = 10_000_000

const DATA = '1.2.840.113549.1.7.1'
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6'
const KEY = '1.2.840.113549.1.12.10.1.1'
const SHROUDED_KEY = '1.2.840.113549.1.12.10.1.2'
const CERTIFICATE = '1.2.840.113549.1.12.10.1.3'
const X509 = '1.2.840.113549.1.9.22.1'
const PBES2 = '1.2.840.113549.1.5.13'
const RSA = '1.2.840.113549.1.1.1'
const EC = '1.2.840.10045.2.1'

/** @type {Record<string, number>} */
const AES_BITS = {
  '2.16.840.1.101.3.4.1.2': 128,
  '2.16.840.1.101.3.4.1.22': 192,
  '2.16.840.1.101.3.4.1.42': 256,
}
/** The first is meant where none is named. @type {Record<string, string>} */
const PSEUDO_RANDOM = {
  '': 'SHA-1',
  '1.2.840.113549.2.7': 'SHA-1',
  '1.2.840.113549.2.9': 'SHA-256',
  '1.2.840.113549.2.10': 'SHA-384',
  '1.2.840.113549.2.11': 'SHA-512',
}
/** @type {Record<string, string>} */
const CURVES = { '1.2.840.10045.3.1.7': 'P-256', '1.3.132.0.34': 'P-384' }

/** The password is another, as far as can be told. */
export class WrongPassword extends Error {}

/**
 * Opens a file with a certificate and its key (`.p12`, `.pfx`; RFC 7292) here in the browser. What is encrypted with AES is read; the sum
 * over the whole is not, for a key that does not belong to its certificate is found all the same.
 *
 * @param {ArrayBuffer} file
 * @param {string} password
 */
export default async function openPkcs12(file, password) {
  if (file.byteLength > MAX_BYTES) throw new RangeError('too large')
  const safe = DerValue.read(DerValue.read(new Uint8Array(file)).at(1, 1, 0).octets)
  /** @type {{ certificates: Uint8Array[], keys: Uint8Array<ArrayBuffer>[] }} */
  const found = { certificates: [], keys: [] }
  for (const part of safe.parts) await take(await contentsOf(part, password), password, found)
  const [pkcs8] = found.keys
  if (!pkcs8 || found.keys.length > 1) throw new RangeError('not one key')
  return keyAndCertificates(pkcs8, found.certificates)
}

/** @param {DerValue} part @param {string} password */
async function contentsOf(part, password) {
  const kind = part.at(0).oid
  if (kind === DATA) return DerValue.read(part.at(1, 0).octets)
  if (kind !== ENCRYPTED_DATA) throw new RangeError('a part of another kind')
  const [, scheme, data] = part.at(1, 0, 1).parts
  if (!scheme || !data) throw new RangeError('a part is missing')
  return read(await decrypted(data.octets, scheme, password))
}

/**
 * @param {DerValue} bags
 * @param {string} password
 * @param {{ certificates: Uint8Array[], keys: Uint8Array<ArrayBuffer>[] }} found
 */
async function take(bags, password, found) {
  for (const bag of bags.parts) {
    const kind = bag.at(0).oid
    const value = bag.at(1, 0)
    if (kind === KEY) found.keys.push(new Uint8Array(value.raw))
    if (kind === SHROUDED_KEY)
      found.keys.push(await decrypted(value.at(1).octets, value.at(0), password))
    if (kind === CERTIFICATE && value.at(0).oid === X509)
      found.certificates.push(value.at(1, 0).octets)
  }
}

/**
 * PBES2 (RFC 8018, 6.2).
 *
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {DerValue} scheme
 * @param {string} password
 */
async function decrypted(data, scheme, password) {
  if (scheme.at(0).oid !== PBES2) throw new RangeError('an encryption that browsers do not know')
  const [derivation, cipher] = scheme.at(1).parts
  const [salt, iterations, ...more] = derivation?.at(1).parts ?? []
  const bits = AES_BITS[cipher?.at(0).oid ?? '']
  const pseudoRandom = more.find(({ tag }) => tag === 0x30)
  const hash = PSEUDO_RANDOM[pseudoRandom?.at(0).oid ?? '']
  if (!salt || !iterations || !bits || !hash || !cipher || iterations.number > MAX_ITERATIONS)
    throw new RangeError('an encryption that browsers do not know')
  const typed = new TextEncoder().encode(password)
  const secret = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  const terms = { name: 'PBKDF2', salt: salt.octets, iterations: iterations.number, hash }
  const aes = { name: 'AES-CBC', length: bits }
  const key = await crypto.subtle.deriveKey(terms, secret, aes, false, ['decrypt'])
  try {
    const iv = cipher.at(1).octets
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, data))
  } catch (cause) {
    throw new WrongPassword('the password does not open the file', { cause })
  }
}

/** What another password decrypts by chance is nothing that can be read. @param {Uint8Array} bytes */
function read(bytes) {
  try {
    const value = DerValue.read(bytes)
    value.parts
    return value
  } catch (cause) {
    throw new WrongPassword('the password does not open the file', { cause })
  }
}

/** @param {Uint8Array<ArrayBuffer>} pkcs8 @param {Uint8Array[]} certificates */
async function keyAndCertificates(pkcs8, certificates) {
  const algorithm = algorithmOf(read(pkcs8))
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm.ofKey, false, ['sign'])
  const probe = new TextEncoder().encode('Whose key is it?')
  const mark = await crypto.subtle.sign(algorithm.ofSignature, key, probe)
  for (const der of certificates) {
    const own = new CertificateNames(der)
    if (!(await isBy(own, algorithm, mark, probe))) continue
    const others = certificates.filter((one) => one !== der)
    return new OwnKey(key, algorithm, own, [der, ...others])
  }
  throw new RangeError('the key belongs to no certificate')
}

/**
 * @param {CertificateNames} certificate
 * @param {Algorithms} algorithm
 * @param {ArrayBuffer} mark
 * @param {Uint8Array<ArrayBuffer>} probe
 */
async function isBy({ publicKey }, { ofKey, ofSignature }, mark, probe) {
  try {
    const spki = new Uint8Array(publicKey)
    const key = await crypto.subtle.importKey('spki', spki, ofKey, false, ['verify'])
    return await crypto.subtle.verify(ofSignature, key, mark, probe)
  } catch {
    return false // of another kind
  }
}

/**
 * @typedef {{
 *   ofKey: RsaHashedImportParams | EcKeyImportParams
 *   ofSignature: { name: string, hash?: string }
 * }} Algorithms
 */

/** @param {DerValue} pkcs8 @returns {Algorithms} */
function algorithmOf(pkcs8) {
  const [kind, curve] = pkcs8.at(1).parts
  if (kind?.oid === RSA) {
    const name = 'RSASSA-PKCS1-v1_5'
    return { ofKey: { name, hash: 'SHA-256' }, ofSignature: { name } }
  }
  const namedCurve = CURVES[curve?.oid ?? '']
  if (kind?.oid !== EC || !namedCurve) throw new RangeError('a key of another kind')
  const name = 'ECDSA'
  return { ofKey: { name, namedCurve }, ofSignature: { name, hash: 'SHA-256' } }
}

/** A key that can be used here and not read, with its certificate and those of its issuers. */
export class OwnKey {
  #key
  #algorithm

  /**
   * @param {CryptoKey} key
   * @param {Algorithms} algorithm
   * @param {CertificateNames} names
   * @param {Uint8Array[]} certificates
   */
  constructor(key, algorithm, names, certificates) {
    this.#key = key
    this.#algorithm = algorithm
    this.names = names
    this.certificates = certificates
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Uint8Array>} as CMS wants it: ECDSA in DER */
  async sign(bytes) {
    const { ofSignature } = this.#algorithm
    const value = new Uint8Array(await crypto.subtle.sign(ofSignature, this.#key, bytes))
    return ofSignature.name === 'ECDSA' ? inDer(value) : value
  }
}

/** Two numbers behind one another, as a sequence of two integers (RFC 3279, 2.2.3). @param {Uint8Array} value */
function inDer(value) {
  const half = value.length / 2
  const numbers = [value.subarray(0, half), value.subarray(half)].map((bytes) => {
    const first = bytes.findIndex((byte) => byte !== 0)
    const short = bytes.subarray(first < 0 ? half - 1 : first)
    const positive = (short[0] ?? 0) & 0x80 ? joined([Uint8Array.of(0), short]) : short
    return joined([Uint8Array.of(0x02, positive.length), positive])
  })
  const all = joined(numbers)
  return joined([Uint8Array.of(0x30, all.length), all])
}
