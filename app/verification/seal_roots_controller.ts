import { X509Certificate } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { subjectLine } from '#app/sealing/pades/distinguished_name'
import { revocationListPath } from '#app/signing/seal/revocation_paths'
import SealAuthority, { type PublishedAuthority } from '#app/signing/seal/seal_authority'

const CHANGES_SELDOM = 'public, max-age=3600'

export default class SealRootsController {
  /** GET /.well-known/seal-roots.json: what every seal of this installation leads to, and by way of whom. Nothing of it is secret. */
  async show({ response }: HttpContext) {
    const [roots, issuers] = await Promise.all([
      SealAuthority.roots().then(views),
      SealAuthority.issuers().then(views),
    ])
    // a new installation makes its roots at its first seal
    response.header('Cache-Control', roots.length > 0 ? CHANGES_SELDOM : 'no-store')
    response.json({ roots, issuers })
  }
}

function views(authorities: PublishedAuthority[]) {
  return authorities.map(authorityView).toSorted((a, b) => Number(a.isTest) - Number(b.isTest))
}

function authorityView({ id, der, isTest }: PublishedAuthority) {
  const certificate = new X509Certificate(der)
  const { fingerprint256, validFromDate, validToDate } = certificate
  return {
    isTest,
    subject: subjectLine(certificate),
    sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
    validFrom: validFromDate.toISOString(),
    validUntil: validToDate.toISOString(),
    pem: certificate.toString(),
    revocationList: revocationListPath(id),
  }
}
