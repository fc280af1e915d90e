import { verify, X509Certificate } from 'node:crypto'
import { BasicOCSPResponse, id_pkix_ocsp_basic, OCSPResponse } from '@peculiar/asn1-ocsp'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate, CertificateList } from '@peculiar/asn1-x509'
import { namesIssuer, serialOf } from '../ocsp/certificate_id.js'
import { issued } from '../pades/certificate_path.js'
import { OID } from '../pades/object_identifiers.js'
import { SIGNATURE_HASHES } from '../pades/signature_algorithms.js'

/** In a list, seven for each certificate that it names. Authorities of others may have revoked thousands. */
const MOST_NODES = 250_000

/** What the issuer of a certificate says of it: in a list of all that it has revoked, or in an answer about a few. */
export interface StatusStatement {
  readonly der: Uint8Array
  /** Until when it can be relied on. */
  readonly validUntil: Date | null
  /** Whether it is about the certificate, as far as it says itself: its signature is not looked at. */
  isAbout(certificate: X509Certificate, issuer: X509Certificate): boolean
  /** Whether the issuer of those that it is about signed it, or let somebody answer who did. */
  isBy(issuer: X509Certificate): boolean
  /** Since when the certificate is revoked; `good`, or null where nothing is said of it. */
  statusOf(certificate: X509Certificate, issuer: X509Certificate): Date | 'good' | null
}

/** RFC 5280, 5. @throws Error for what is none */
export function readList(der: Uint8Array): StatusStatement {
  const list = AsnConvert.parse(der, CertificateList, { berOptions: { maxNodes: MOST_NODES } })
  const { issuer: name, nextUpdate, revokedCertificates = [] } = list.tbsCertList
  const isNamed = (issuer: X509Certificate) => isSame(AsnConvert.serialize(name), subjectOf(issuer))
  return {
    der,
    validUntil: nextUpdate?.getTime() ?? null,
    isAbout: (_certificate, issuer) => isNamed(issuer),
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
  return {
    der,
    isAbout: (certificate, issuer) => answerTo(certificate, issuer) !== undefined,
    validUntil: first?.nextUpdate ?? first?.thisUpdate ?? null,
    isBy: (issuer) =>
      [issuer, ...respondersOf(basic, issuer, producedAt)].some((signer) =>
        isSigned(basic, basic.tbsResponseDataRaw!, signer)
      ),
    statusOf(certificate, issuer) {
      const found = answerTo(certificate, issuer)
      if (!found || found.certStatus.unknown !== undefined) return null
      return found.certStatus.revoked?.revocationTime ?? 'good'
    },
  }
}

/** Enclosed certificates that the issuer made for nothing but answers (4.2.2.2). */
function respondersOf({ certs = [] }: BasicOCSPResponse, issuer: X509Certificate, at: Date) {
  return certs
    .map((certificate) => new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))))
    .filter((responder) => {
      const { keyUsage = [], validFromDate, validToDate } = responder
      const isForAnswers = keyUsage.length === 1 && keyUsage[0] === OID.ocspSigning
      return isForAnswers && at >= validFromDate && at <= validToDate && issued(issuer, responder)
    })
}

interface Signed {
  signatureAlgorithm: { algorithm: string }
  signature: ArrayBuffer
}

function isSigned(
  { signatureAlgorithm, signature }: Signed,
  signed: ArrayBuffer,
  { publicKey }: X509Certificate
): boolean {
  const hash = SIGNATURE_HASHES[signatureAlgorithm.algorithm]
  return hash !== undefined && verify(hash, Buffer.from(signed), publicKey, Buffer.from(signature))
}

function subjectOf({ raw }: X509Certificate): ArrayBuffer {
  return AsnConvert.serialize(AsnConvert.parse(raw, Certificate).tbsCertificate.subject)
}

function isNumber(one: { serialNumber: ArrayBuffer }, serialNumber: string): boolean {
  return serialOf(one) === serialNumber.toLowerCase()
}

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  return Buffer.from(one).equals(Buffer.from(other))
}
