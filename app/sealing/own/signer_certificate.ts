import { createHash, verify, type X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import { cutText } from '#app/foundation/cut_text'
import CertificateRefused from '../errors/certificate_refused.js'
import { issuerLine, subjectLine } from '../pades/distinguished_name.js'
import { OID } from '../pades/object_identifiers.js'
import { printableOf } from '#app/foundation/printable_text'
import { provenChain, readAll } from './own_certificate.js'

/** Those of the longest path that is followed, and one that is no part of it. */
export const MAX_CERTIFICATES = 6
/** One with an RSA key of 8192 bits takes 3 KB. */
export const MAX_CERTIFICATE_BYTES = 8 * 1024
/** With a key of 8192 bits. */
export const MAX_VALUE_BYTES = 1024

const MAX_NAME = 300

/** With which a certificate may be signed: RSA (RFC 4055), RSA-PSS and ECDSA (RFC 5758), none of them with SHA-1 or MD5. */
const ALGORITHMS: readonly string[] = [
  OID.sha256WithRsa,
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.113549.1.1.10',
  OID.ecdsaWithSha256,
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
]

/** A certificate that a signer signs with. Who issued it is named, and not judged: there is no list of authorities to trust. */
export class SignerCertificate {
  /**
   * @param certificates  DER as a stranger's browser sent it, the signer's own first; of the others only its issuers are kept
   * @throws CertificateRefused
   */
  static of(certificates: readonly Uint8Array[], at: Date): SignerCertificate {
    const isMeasured =
      certificates.length <= MAX_CERTIFICATES &&
      certificates.every(({ length }) => length <= MAX_CERTIFICATE_BYTES)
    if (!isMeasured)
      throw new CertificateRefused('That is more than a certificate and its issuers.', {
        form: 'too_much',
      })
    const [own, ...known] = readAll(certificates)
    if (!own) throw new CertificateRefused('There is no certificate.', { form: 'odd_certificate' })
    const chain = provenChain(own, known, at)
    refuseWeak(chain)
    return new SignerCertificate(chain)
  }

  private constructor(private readonly path: readonly X509Certificate[]) {}

  get der(): Uint8Array {
    return this.#own.raw
  }

  /** Its issuers, DER. */
  get issuers(): Uint8Array[] {
    return this.path.slice(1).map(({ raw }) => raw)
  }

  get subject(): string {
    return printed(subjectLine(this.#own))
  }

  get issuer(): string {
    return printed(issuerLine(this.#own))
  }

  get serial(): string {
    return this.#own.serialNumber
  }

  get sha256(): string {
    return createHash('sha256').update(this.der).digest('hex')
  }

  get validUntil(): Date {
    return this.#own.validToDate
  }

  /** Whether a value is a signature over the bytes with its key and SHA-256. */
  hasSigned(bytes: Uint8Array, value: Uint8Array): boolean {
    if (value.length > MAX_VALUE_BYTES) return false
    try {
      return verify('sha256', bytes, this.#own.publicKey, value)
    } catch {
      return false // no signature at all
    }
  }

  get #own(): X509Certificate {
    return this.path[0]!
  }
}

/** Anybody can write anything into a certificate. */
function printed(name: string): string {
  return printableOf(cutText(name, MAX_NAME)).trim() || '—'
}

/** The last may be a root, whose own signature proves nothing. */
function refuseWeak(path: readonly X509Certificate[]): void {
  const signed = path.filter((one, index) => index === 0 || !one.checkIssued(one))
  const isWeak = signed.some(({ raw }) => {
    const { signatureAlgorithm } = AsnConvert.parse(raw, Certificate)
    return !ALGORITHMS.includes(signatureAlgorithm.algorithm)
  })
  if (isWeak)
    throw new CertificateRefused('It was signed with an algorithm that is not safe any more.', {
      form: 'weak_algorithm',
    })
}
