import { X509Certificate } from 'node:crypto'
import { clock } from '#app/foundation/clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Query } from '#app/tenancy/statement'
import { MAX_CERTIFICATES } from '../gate/limits.js'
import { must } from '../gate/rejection.js'

/** SHA-256 in hexadecimal, as providers show it. @param certificate  base64 of DER */
export function fingerprintOf(certificate: string): string {
  return sha256Hex(Buffer.from(certificate, 'base64'))
}

/** Those with which the provider may sign, each in base64 of DER. All are accepted, so that an old one and a new one overlap. In units. */
export const ProviderCertificates = {
  async replace(certificates: readonly string[]): Promise<void> {
    const text = 'delete from sso_certificates where sha256 <> all ($1)'
    const values = [certificates.map(fingerprintOf)]
    await CurrentTenant.batch([{ text, values }, ...certificates.map(adding)])
  },

  /** @returns the fingerprints of those that are new. @throws Rejection for more than the provider may have */
  async add(certificates: readonly string[]): Promise<string[]> {
    const results = await CurrentTenant.batch(certificates.map(adding))
    const counting = query<{ count: number }>('select count(*)::int as count from sso_certificates')
    const [[{ count }]] = await CurrentTenant.batch([counting])
    must(count <= MAX_CERTIFICATES, 'shape', 'E_METADATA_CERTIFICATES')
    return results.flat().map(({ sha256 }) => sha256)
  },

  /** @throws Rejection for the last one, without which nobody comes in */
  async remove(sha256: string): Promise<void> {
    const text = 'delete from sso_certificates where sha256 = $1 returning sha256'
    const [gone] = await CurrentTenant.batch([{ text, values: [sha256] }])
    const [left] = await CurrentTenant.batch([{ text: 'select 1 from sso_certificates limit 1' }])
    must(gone.length === 0 || left.length > 0, 'shape', 'E_METADATA_NO_CERTIFICATE')
  },
}

function adding(certificate: string): Query<Pick<RowOf<'sso_certificates'>, 'sha256'>> {
  const der = Buffer.from(certificate, 'base64')
  const notAfter = new Date(new X509Certificate(der).validTo)
  const row = { sha256: sha256Hex(der), certificate, not_after: notAfter, created_at: clock.now() }
  const { text, values } = insertion('sso_certificates', [row])
  return query(`${text} on conflict do nothing returning sha256`, values)
}
