import { verify, X509Certificate } from 'node:crypto'
import { BasicOCSPResponse, id_pkix_ocsp_basic, OCSPResponse } from '@peculiar/asn1-ocsp'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate, CertificateList } from '@peculiar/asn1-x509'
import { namesIssuer, serialOf } from '../ocsp/certificate_id.js'
import { hasAcceptedKey } from '../pades/accepted_keys.js'
import { issued, issuedUnchecked } from '../pades/certificate_path.js'
import { comparableName } from '../pades/comparable_name.js'
import { OID } from '../pades/object_identifiers.js'
import { SIGNATURE_HASHES, type HashName } from '../pades/signature_algorithms.js'

/** In a list, seven for each certificate that it names. Authorities of others may have revoked thousands. */
const MOST_NODES = 250_000

/** What the issuer of a certificate says of it: in a list of all that it has revoked, or in an answer about a few. */
export interface StatusStatement {
  readonly der: Uint8Array
  /** Until when it can be relied on. */
  readonly validUntil: Date | null
  /** Whether it is about the certificate, as far as it says itself: its signature is not looked at. */
  isAbout(certificate: X509Certificate, issuer: X509Certificate): boolean
  /** Whether browsers have the algorithms that it is signed with, by that issuer or by somebody it let answer. */
  isCheckable(issuer: X509Certificate): boolean
  /** Whether the issuer of those that it is about signed it, or let somebody answer who did. */
  isBy(issuer: X509Certificate): boolean
  /** Since when the certificate is revoked; `good`, or null where nothing is said of it. */
  statusOf(certificate: X509Certificate, issuer: X509Certificate): Date | 'good' | null
}

/** RFC 5280, 5. @throws Error for what is none */
export function readList(der: Uint8Array): StatusStatement {
  const list = AsnConvert.parse(der, CertificateList, { berOptions: { maxNodes: MOST_NODES } })
  const { issuer: name, nextUpdate, revokedCertificates = [] } = list.tbsCertList
  const isNamed = (issuer: X509Certificate) => comparableName(name) === subjectOf(issuer)
  return {
    der,
    validUntil: nextUpdate?.getTime() ?? null,
    isAbout: (_certificate, issuer) => isNamed(issuer),
    isCheckable: (issuer) => hashOf(list, issuer) !== undefined,
    isBy: (issuer) => isNamed(issuer) && isSigned(list, list.tbsCertListRaw!, issuer),
    statusOf({ serialNumber }) {
      const found = revokedCertificates.find(({ userCertificate }) =>
        isNumber({ serialNumber: userCertificate }, serialNumber)
      )
      return found?.revocationDate.getTime() ?? 'good'
    },
  }
}

/** RFC 6960, 4.2. One that does not say until when is good for its own moment. @throws Error for what is none, and for one that refuses */
export function readAnswer(der: Uint8Array): StatusStatement {
  const { responseBytes } = AsnConvert.parse(der, OCSPResponse)
  if (responseBytes?.responseType !== id_pkix_ocsp_basic) throw new TypeError('it answers nothing')
  const basic = AsnConvert.parse(responseBytes.response.buffer, BasicOCSPResponse)
  const { responses, producedAt } = basic.tbsResponseData
  const [first] = responses
  const answerTo = ({ serialNumber }: X509Certificate, issuer: X509Certificate) =>
    responses.find(
      ({ certID }) => isNumber(certID, serialNumber) && namesIssuer(certID, issuer.raw)
    )
  const respondersOf = (issuer: X509Certificate, isIssued: typeof issued) =>
    responders(basic, producedAt).filter((responder) => isIssued(issuer, responder))
  return {
    der,
    isAbout: (certificate, issuer) => answerTo(certificate, issuer) !== undefined,
    validUntil: first?.nextUpdate ?? first?.thisUpdate ?? null,
    isCheckable: (issuer) =>
      respondersOf(issuer, issuedUnchecked).length === 0 &&
      [issuer, ...respondersOf(issuer, issued)].every((signer) => hashOf(basic, signer)),
    isBy: (issuer) =>
      [issuer, ...respondersOf(issuer, issued)].some((signer) =>
        isSigned(basic, basic.tbsResponseDataRaw!, signer)
      ),
    statusOf(certificate, issuer) {
      const found = answerTo(certificate, issuer)
      if (!found || found.certStatus.unknown !== undefined) return null
      return found.certStatus.revoked?.revocationTime ?? 'good'
    },
  }
}

/** Enclosed certificates that were made for nothing but answers (4.2.2.2). */
function responders({ certs = [] }: BasicOCSPResponse, at: Date): X509Certificate[] {
  return certs
    .map((certificate) => new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))))
    .filter(({ keyUsage = [], validFromDate, validToDate }) => {
      const isForAnswers = keyUsage.length === 1 && keyUsage[0] === OID.ocspSigning
      return isForAnswers && at >= validFromDate && at <= validToDate
    })
}

interface Signed {
  signatureAlgorithm: { algorithm: string }
  signature: ArrayBuffer
}

function isSigned(statement: Signed, signed: ArrayBuffer, signer: X509Certificate): boolean {
  const hash = hashOf(statement, signer)
  if (!hash) return false
  const signature = Buffer.from(statement.signature)
  return verify(hash, Buffer.from(signed), signer.publicKey, signature)
}

/** The digest under a signature; undefined for algorithms and keys that browsers lack. */
function hashOf({ signatureAlgorithm }: Signed, signer: X509Certificate): HashName | undefined {
  return hasAcceptedKey(signer) ? SIGNATURE_HASHES[signatureAlgorithm.algorithm] : undefined
}

function subjectOf({ raw }: X509Certificate): string {
  return comparableName(AsnConvert.parse(raw, Certificate).tbsCertificate.subject)
}

function isNumber(one: { serialNumber: ArrayBuffer }, serialNumber: string): boolean {
  return serialOf(one) === serialNumber.toLowerCase()
}
