import { X509Certificate } from 'node:crypto'
import { column } from '@adonisjs/lucid/orm'
import { clock } from '#app/foundation/clock'
import type { ProviderFault } from '#app/sealing/errors/provider_away'
import { commonName, issuerLine, subjectLine } from '#app/sealing/pades/distinguished_name'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { AccountModel } from '#app/tenancy/models/account_model'
import { query, type Query } from '#app/tenancy/statement'
import type { RowOf } from '#app/tenancy/row'

const OUT_OF_USE =
  'update own_certificates set retired_at = $1, access = null where retired_at is null'
const KEYS_GONE = `
  update seal_keys set retired_at = $1, private_key = null where own_certificate is not null and retired_at is null`

/** Its end as text, where it is before the first value of the statement; an expression of SQL. */
export const OWN_END = `(select to_json(ends_at) #>> '{}' from own_certificates where retired_at is null and ends_at <= $1)`

/** A certificate of the tenant's own, with which its live documents are sealed instead of the platform's. In the live scope. */
export default class OwnCertificate extends AccountModel {
  static table = 'own_certificates'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare source: RowOf<'own_certificates'>['source']

  @column()
  declare certificate: Buffer

  /** Its issuers, as far as they are known. */
  @column()
  declare chain: Buffer[]

  /** How to reach the provider that keeps its key, enveloped. */
  @column()
  declare access: Buffer | null

  @column()
  declare endsAt: Date

  @column()
  declare createdBy: string

  @column()
  declare createdAt: Date

  @column()
  declare retiredAt: Date | null

  @column()
  declare toldDays: number | null

  /** Since when its provider does not sign; null while it does, and for a key that is here. */
  @column()
  declare failingSince: Date | null

  @column()
  declare failingFault: ProviderFault | null

  /** What the provider last said or did. */
  @column()
  declare failingSaid: string | null

  /** The one in use, as part of a batch that reads more. */
  static reading(): Query<RowOf<'own_certificates'>> {
    return query('select * from own_certificates where retired_at is null')
  }

  static current(): Promise<OwnCertificate | null> {
    return OwnCertificate.query().whereNull('retired_at').first()
  }

  /** In a unit: the platform's certificate takes its place, and the key is gone. */
  static async putAway(): Promise<void> {
    const now = clock.now()
    await CurrentTenant.batch([
      { text: OUT_OF_USE, values: [now] },
      { text: KEYS_GONE, values: [now] },
    ])
  }
}

/** What is said of a certificate in trails and on pages. @param der  the certificate */
export function certificateFacts(der: Uint8Array) {
  const certificate = new X509Certificate(der)
  return {
    name: commonName(certificate),
    subject: subjectLine(certificate),
    issuer: issuerLine(certificate),
    serial: certificate.serialNumber.toLowerCase(),
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    validFrom: certificate.validFromDate,
    validUntil: certificate.validToDate,
  }
}
