import type { CertID } from '@peculiar/asn1-ocsp'
import type { Extension } from '@peculiar/asn1-x509'
import { clock } from '#app/foundation/clock'
import Unproven from '#app/sealing/errors/unproven'
import { certificateId, namesIssuer, serialOf } from '#app/sealing/ocsp/certificate_id'
import { StatusRequest } from '#app/sealing/ocsp/status_request'
import { statusRefusal, statusResponse, type Status } from '#app/sealing/ocsp/status_response'
import CertificateRevocation from './certificate_revocation.js'
import IssuedCertificate from './issued_certificate.js'
import SealAuthority from './seal_authority.js'

/**
 * Answers whether certificates of seals are revoked (RFC 6960), signed by the authority that issued them. Of numbers that it has not issued,
 * and of those of others in the same request, the answer is `unknown`; about authorities that issue nothing to tenants there is no answer.
 *
 * @param request  DER, of anybody
 * @returns DER
 */
export async function revocationAnswer(request: Uint8Array): Promise<Uint8Array> {
  let read: StatusRequest
  try {
    read = StatusRequest.read(request)
  } catch (error) {
    if (error instanceof Unproven) return statusRefusal('malformedRequest')
    throw error
  }
  const authority = await issuerOf(read.asked[0]!)
  if (!authority) return statusRefusal('unauthorized')
  return answerBy(authority, read.asked, read.nonce)
}

/** What an authority answers about a certificate that it issued, for a file. @param certificate  DER @returns DER */
export function answerAbout(
  certificate: Uint8Array,
  authority: SealAuthority
): Promise<Uint8Array> {
  return answerBy(authority, [certificateId(certificate, authority.certificate)], null)
}

async function answerBy(
  authority: SealAuthority,
  certificates: readonly CertID[],
  nonce: Extension | null
): Promise<Uint8Array> {
  const statuses = await Promise.all(
    certificates.map(async (asked) => ({ asked, status: await statusOf(asked, authority) }))
  )
  return statusResponse(await authority.credential(), { statuses, nonce, at: clock.now() })
}

async function issuerOf(asked: CertID): Promise<SealAuthority | null> {
  const issuing = await SealAuthority.query()
    .where({ kind: 'issuing' })
    .orderBy('created_at', 'desc')
  return issuing.find(({ certificate }) => namesIssuer(asked, certificate)) ?? null
}

async function statusOf(asked: CertID, authority: SealAuthority): Promise<Status> {
  if (!namesIssuer(asked, authority.certificate)) return 'unknown'
  const place = { serial: serialOf(asked), authorityId: authority.id }
  const revocation = await CertificateRevocation.findBy(place)
  if (revocation) return revocation
  return (await IssuedCertificate.findBy(place)) ? 'good' : 'unknown'
}
