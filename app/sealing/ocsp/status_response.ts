import { createHash } from 'node:crypto'
import {
  BasicOCSPResponse,
  CertStatus,
  id_pkix_ocsp_basic,
  KeyHash,
  OCSPResponse,
  OCSPResponseStatus,
  ResponderID,
  ResponseBytes,
  ResponseData,
  RevokedInfo,
  SingleResponse,
  type CertID,
} from '@peculiar/asn1-ocsp'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  Certificate,
  CRLReason,
  CRLReasons,
  type Extension,
} from '@peculiar/asn1-x509'
import { DAY_MS } from '#app/foundation/duration'
import type { Credential } from '../credential.js'
import { signatureBy } from '../keys/private_key.js'
import { OID } from '../pades/object_identifiers.js'
import type { Revocation, RevocationReason } from '../revocation.js'

const GOOD_FOR_MS = DAY_MS

const REASONS: Record<RevocationReason, CRLReasons> = {
  key_compromise: CRLReasons.keyCompromise,
  superseded: CRLReasons.superseded,
  cessation: CRLReasons.cessationOfOperation,
}

export type Status = 'good' | 'unknown' | Revocation

interface Answers {
  statuses: readonly { asked: CertID; status: Status }[]
  nonce: Extension | null
  at: Date
}

/** What an authority says of certificates, signed by itself (RFC 6960, 4.2). @returns DER @throws E_KEY_STORE_AWAY */
export async function statusResponse(
  authority: Credential,
  { statuses, nonce, at }: Answers
): Promise<Uint8Array> {
  const now = wholeSecond(at)
  const data = new ResponseData({
    responderID: new ResponderID({ byKey: new KeyHash(keyHash(authority.certificate)) }),
    producedAt: now,
    responses: statuses.map(({ asked, status }) => single(asked, status, now)),
    ...(nonce && { responseExtensions: [nonce] }),
  })
  const signed = new Uint8Array(AsnConvert.serialize(data))
  const basic = new BasicOCSPResponse({
    tbsResponseData: data,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: OID.ecdsaWithSha256 }),
    signature: new Uint8Array(await signatureBy(authority.privateKey, signed)).buffer,
  })
  return encoded(
    new OCSPResponse({
      responseStatus: OCSPResponseStatus.successful,
      responseBytes: new ResponseBytes({
        responseType: id_pkix_ocsp_basic,
        response: new OctetString(AsnConvert.serialize(basic)),
      }),
    })
  )
}

/** That there is no answer, which nobody signs (RFC 6960, 2.3). @returns DER */
export function statusRefusal(
  reason: 'malformedRequest' | 'unauthorized' | 'tryLater'
): Uint8Array {
  return encoded(new OCSPResponse({ responseStatus: OCSPResponseStatus[reason] }))
}

function encoded(response: OCSPResponse): Uint8Array {
  return new Uint8Array(AsnConvert.serialize(response))
}

function single(certID: CertID, status: Status, at: Date): SingleResponse {
  return new SingleResponse({
    certID,
    certStatus: statusOf(status),
    thisUpdate: at,
    nextUpdate: new Date(at.getTime() + GOOD_FOR_MS),
  })
}

function statusOf(status: Status): CertStatus {
  if (status === 'good') return new CertStatus({ good: null })
  if (status === 'unknown') return new CertStatus({ unknown: null })
  const { reason, revokedAt } = status
  return new CertStatus({
    revoked: new RevokedInfo({
      revocationTime: wholeSecond(revokedAt),
      revocationReason: new CRLReason(REASONS[reason]),
    }),
  })
}

/** Of the bits of the key alone (RFC 6960, 4.2.1). */
function keyHash(certificate: Uint8Array): ArrayBuffer {
  const { subjectPublicKeyInfo } = AsnConvert.parse(certificate, Certificate).tbsCertificate
  const bits = Buffer.from(subjectPublicKeyInfo.subjectPublicKey)
  return new Uint8Array(createHash('sha1').update(bits).digest()).buffer
}

/** DER has no fractions of seconds here (RFC 5280, 4.1.2.5.2). */
function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000)
}
