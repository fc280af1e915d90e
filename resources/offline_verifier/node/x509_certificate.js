import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  id_ce_authorityKeyIdentifier as AUTHORITY_KEY,
  id_ce_basicConstraints as BASIC_CONSTRAINTS,
  id_ce_extKeyUsage as EXTENDED_KEY_USAGE,
  id_ce_keyUsage as KEY_USAGE,
  id_ce_subjectKeyIdentifier as SUBJECT_KEY,
  KeyUsage,
  KeyUsageFlags,
} from '@peculiar/asn1-x509'
import { comparableName } from '#app/sealing/pades/comparable_name'
import { verify, verifyPss } from './crypto.js'

/** RFC 5758 and RFC 4055 */
const SIGNATURE_HASHES = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}

const RSASSA_PSS = '1.2.840.113549.1.1.10'
/** `pssParameters` of `app/sealing/pades/signature_algorithms.ts` */
const PSS_DIGESTS = [
  ['sha256', '01', '20'],
  ['sha384', '02', '30'],
  ['sha512', '03', '40'],
]

/** RFC 4514, 3, and what else names of authorities hold. */
const SHORT_NAMES = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.97': 'organizationIdentifier',
}

/** What the verifier asks of the class of this name in `node:crypto`, with the same answers (RFC 5280). */
export class X509Certificate {
  #tbs
  #certificate
  #extensions

  /** @param {Uint8Array} der */
  constructor(der) {
    this.raw = Buffer.from(der)
    this.#certificate = AsnConvert.parse(der, Certificate)
    this.#tbs = this.#certificate.tbsCertificate
    this.#extensions = new Map(
      (this.#tbs.extensions ?? []).map(({ extnID, extnValue }) => [extnID, extnValue.buffer])
    )
  }

  get publicKey() {
    return this.#tbs.subjectPublicKeyInfo
  }

  get serialNumber() {
    return Buffer.from(this.#tbs.serialNumber)
      .toString('hex')
      .toUpperCase()
      .replace(/^(00)+/, '')
  }

  /** A line for each part of the name, in which RFC 4514, 2.4 says what is escaped. */
  get subject() {
    return linesOf(this.#tbs.subject)
  }

  get issuer() {
    return linesOf(this.#tbs.issuer)
  }

  get validFromDate() {
    return this.#tbs.validity.notBefore.getTime()
  }

  get validToDate() {
    return this.#tbs.validity.notAfter.getTime()
  }

  /** The extended uses, as the class in Node has it (4.2.1.12). */
  get keyUsage() {
    const uses = this.#extension(EXTENDED_KEY_USAGE, ExtendedKeyUsage)
    return uses && [...uses]
  }

  /** Whether it may issue certificates (4.2.1.9 and 4.2.1.3). */
  get ca() {
    return this.#extension(BASIC_CONSTRAINTS, BasicConstraints)?.cA === true && this.#maySign
  }

  /** Whether its own words say that the other issued it; the signature is not looked at. */
  checkIssued(issuer) {
    const key = this.#extension(AUTHORITY_KEY, AuthorityKeyIdentifier)?.keyIdentifier?.buffer
    const own = issuer.#extension(SUBJECT_KEY, OctetString)?.buffer
    const isSameKey = !key || !own || Buffer.from(key).equals(Buffer.from(own))
    const isNamed = comparableName(this.#tbs.issuer) === comparableName(issuer.#tbs.subject)
    return isNamed && isSameKey && issuer.#maySign
  }

  /** Whether it was signed with the key that belongs to this one. */
  verify(publicKey) {
    const { signatureAlgorithm, signatureValue, tbsCertificateRaw } = this.#certificate
    const { algorithm, parameters } = signatureAlgorithm
    const isPss = algorithm === RSASSA_PSS
    const hash = isPss ? pssHash(parameters) : SIGNATURE_HASHES[algorithm]
    if (!hash || algorithm !== this.#tbs.signature.algorithm) return false
    const check = isPss ? verifyPss : verify
    return check(hash, new Uint8Array(tbsCertificateRaw), publicKey, new Uint8Array(signatureValue))
  }

  get #maySign() {
    const uses = this.#extension(KEY_USAGE, KeyUsage)
    return !uses || (uses.toNumber() & KeyUsageFlags.keyCertSign) !== 0
  }

  #extension(id, kind) {
    const der = this.#extensions.get(id)
    return der && AsnConvert.parse(der, kind)
  }
}

function pssHash(parameters) {
  const written = Buffer.from(parameters ?? []).toString('hex')
  return PSS_DIGESTS.find(([, ...digest]) => pssParameters(...digest) === written)?.[0]
}

function pssParameters(digest, saltLength) {
  const hash = `300d06096086480165030402${digest}0500`
  return `3034a00f${hash}a11c301a06092a864886f70d010108${hash}a2030201${saltLength}`
}

function escaped(text) {
  return text.replaceAll(/[,+"\\<>;]|^[# ]| $/g, String.raw`\$&`)
}

function linesOf(name) {
  return name
    .flatMap((parts) =>
      parts.map(({ type, value }) => `${SHORT_NAMES[type] ?? type}=${escaped(value.toString())}`)
    )
    .join('\n')
}
