import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate, id_ce_keyUsage, KeyUsage, KeyUsageFlags } from '@peculiar/asn1-x509'
import CertificateRefused from '../errors/certificate_refused.js'
import {
  chainOf,
  links,
  MAX_LENGTH,
  type Chain,
  type Link,
} from '../long_term/certificate_chains.js'
import { issued, issuedUnchecked } from '../pades/certificate_path.js'
import { issuerLine, subjectLine } from '../pades/distinguished_name.js'
import { OID } from '../pades/object_identifiers.js'
import type { Pkcs12Content } from './pkcs12.js'

const LEAST_RSA_BITS = 2048
const MOST_RSA_BITS = 8192
const CURVES = ['prime256v1', 'secp384r1']

/** What a certificate may be for, if it says so: readers such as Acrobat and pdfsig take these for signatures. */
const USES: readonly string[] = [
  OID.emailProtection,
  OID.documentSigning,
  // Adobe’s and Microsoft’s names for signing documents, and any use at all (RFC 5280, 4.2.1.12)
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
  '2.5.29.37.0',
]

/** A certificate of a tenant's own, with its issuers as far as they are known; DER. */
export interface OwnCertificate {
  certificate: Uint8Array
  chain: Uint8Array[]
}

/** The certificate in a file that has a key there, its issuers, and the key as PKCS#8. @throws CertificateRefused */
export function certificateWithKey(
  { certificates, keys }: Pkcs12Content,
  at: Date
): OwnCertificate & { privateKey: Uint8Array } {
  const known = readAll(certificates)
  if (keys.length !== 1)
    throw keys.length === 0
      ? new CertificateRefused(
          'The file has no private key. Export the certificate together with its key.',
          { form: 'no_key' }
        )
      : new CertificateRefused(
          'The file has more than one private key. Export the one that is to seal.',
          { form: 'several_keys' }
        )
  const publicKey = publicKeyOf(keys[0]!)
  const signer = known.find((one) => one.publicKey.equals(publicKey))
  if (!signer)
    throw new CertificateRefused('The private key in the file belongs to no certificate in it.', {
      form: 'other_key',
    })
  return { ...provenCertificate(signer, known, at), privateKey: keys[0]! }
}

/**
 * That seals can be made with a certificate: by its key, what it may be used for, its term, and because its issuer is there.
 *
 * @param known  among which its issuers are
 * @throws CertificateRefused
 */
export function provenCertificate(signer: X509Certificate, known: Chain, at: Date): OwnCertificate {
  const chain = provenChain(signer, known, at)
  if (chain.length === 1)
    throw new CertificateRefused(
      `The certificate of its issuer is missing: ${issuerLine(signer)}. Export the file with all certificates of the path.`,
      { form: 'no_issuer', values: { issuer: issuerLine(signer) } }
    )
  const [certificate, ...issuers] = chain.map(({ raw }) => raw)
  return { certificate: certificate!, chain: issuers }
}

/**
 * That signatures can be made with a certificate: by its key, what it may be used for, and its term.
 *
 * @returns it and its issuers, as far as they are known
 * @throws CertificateRefused
 */
export function provenChain(signer: X509Certificate, known: Chain, at: Date): Chain {
  refuseKey(signer)
  refuseUse(signer)
  const first = chainOf(signer, known)
  const chain = isGood(first, at) ? first : (goodChain(signer, known, at) ?? signedPart(first))
  for (const one of chain) refuseTerm(one, at)
  return chain
}

/** Links in algorithms that browsers lack are followed as far as they hold here. */
function signedPart(chain: Chain): Chain {
  const broken = links(chain).findIndex((link) => !holds(link))
  return broken < 0 ? chain : chain.slice(0, broken + 1)
}

/**
 * The shortest path that is good. Authorities change keys and keep their names, renew certificates for the same key, and sign those of others:
 * any of several issuers may lead on. Each certificate is looked at once.
 *
 * @returns null where there is none
 */
function goodChain(signer: X509Certificate, known: Chain, at: Date): Chain | null {
  const left = new Set(known.filter((one) => isValid(one, at)))
  let paths: Chain[] = [[signer]]
  while (paths.length > 0) {
    const longer = paths.flatMap((path) =>
      [...left]
        .filter((candidate) => hasSigned(candidate, path.at(-1)!))
        .map((issuer) => {
          left.delete(issuer)
          return [...path, issuer]
        })
    )
    const found = longer.find((path) => isWhole(path, known))
    if (found) return found
    paths = longer
  }
  return null
}

/** Whether no other issuer is known, be it one that is not valid. */
function isWhole(path: Chain, known: Chain): boolean {
  return chainOf(path.at(-1)!, known).length === 1 || path.length === MAX_LENGTH
}

function isGood(chain: Chain, at: Date): boolean {
  return links(chain).every(holds) && chain.every((one) => isValid(one, at))
}

function holds({ certificate, issuer, isChecked }: Link): boolean {
  return isChecked || certificate.verify(issuer.publicKey)
}

function hasSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  if (issued(issuer, certificate)) return true
  return issuedUnchecked(issuer, certificate) && certificate.verify(issuer.publicKey)
}

function isValid({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return at >= validFromDate && at <= validToDate
}

/** @throws CertificateRefused */
export function readAll(certificates: readonly Uint8Array[]): X509Certificate[] {
  try {
    return certificates.map((der) => new X509Certificate(der))
  } catch (cause) {
    throw new CertificateRefused('A certificate in it cannot be read.', {
      ...{ cause, form: 'odd_certificate' },
    })
  }
}

function publicKeyOf(pkcs8: Uint8Array) {
  try {
    const key = { key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' } as const
    return createPublicKey(createPrivateKey(key))
  } catch (cause) {
    throw new CertificateRefused('The private key in the file cannot be read.', {
      ...{ cause, form: 'odd_key' },
    })
  }
}

function refuseKey({ publicKey }: X509Certificate): void {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey
  const bits = details?.modulusLength ?? 0
  const isRsa = type === 'rsa' && bits >= LEAST_RSA_BITS && bits <= MOST_RSA_BITS
  const isEc = type === 'ec' && CURVES.includes(details?.namedCurve ?? '')
  if (!isRsa && !isEc)
    throw new CertificateRefused(
      'Its key is of a kind that seals are not made with: RSA of 2048 bits and more, P-256 and P-384 are.',
      { form: 'weak_key' }
    )
}

function refuseUse(certificate: X509Certificate): void {
  if (certificate.ca)
    throw new CertificateRefused('It is the certificate of an authority, which issues others.', {
      form: 'authority',
    })
  const flags = keyUsageOf(certificate)
  if (
    flags !== null &&
    (flags & (KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)) === 0
  )
    throw new CertificateRefused('Its key usage does not allow signatures.', {
      form: 'key_usage',
    })
  const uses: string[] | undefined = certificate.keyUsage
  if (uses && !uses.some((use) => USES.includes(use)))
    throw new CertificateRefused(
      'Its extended key usage allows neither the signing of documents nor of e-mail, such as that of a certificate for a web server.',
      { form: 'extended_usage' }
    )
}

function keyUsageOf({ raw }: X509Certificate): number | null {
  const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate
  const found = extensions.find(({ extnID }) => extnID === id_ce_keyUsage)
  return found ? AsnConvert.parse(found.extnValue, KeyUsage).toNumber() : null
}

function refuseTerm(certificate: X509Certificate, at: Date): void {
  const { validFromDate, validToDate } = certificate
  const subject = subjectLine(certificate)
  if (at > validToDate)
    throw new CertificateRefused(`${subject} ended on ${dayOf(validToDate)}.`, {
      ...{ form: 'ended', values: { subject, day: dayOf(validToDate) } },
    })
  if (at < validFromDate)
    throw new CertificateRefused(`${subject} is not valid before ${dayOf(validFromDate)}.`, {
      ...{ form: 'not_yet', values: { subject, day: dayOf(validFromDate) } },
    })
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
