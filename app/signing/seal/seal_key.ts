import { X509Certificate } from 'node:crypto'
import { column } from '@adonisjs/lucid/orm'
import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import type { Statement } from '#app/tenancy/statement'
import { EnvironmentModel } from '#app/tenancy/models/environment_model'

/** A key is not used up to its last day, unless it is so new that another would end no later: both end with the authority. */
const RETIRED_BEFORE_MS = 30 * DAY_MS

/** No seal is made with one that ends while it is made. One of the tenant's own has an end that people know, and is used until then. */
export const OWN_RETIRED_BEFORE_MS = HOUR_MS

const USABLE = `
  select * from seal_keys
   where retired_at is null and expires_at > $1::timestamptz
     and (own_certificate is not null or expires_at > $2::timestamptz or created_at > $3::timestamptz)
   order by own_certificate is null, created_at desc limit 1`

/** A certificate and key that a tenant's documents are sealed with; `SealCredential` says which, and when another is made. */
export default class SealKey extends EnvironmentModel {
  static table = 'seal_keys'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare certificate: Buffer

  @column()
  declare chain: Buffer[]

  /** PKCS#8, enveloped under the tenant's root; null where `storedKey` says where it is. */
  @column()
  declare privateKey: Buffer | null

  @column()
  declare storedKey: string | null

  /** Null for one by a root of earlier releases, which issued to tenants itself. */
  @column()
  declare authorityId: string | null

  /** The id of the tenant's own certificate; null for one by the platform's authority. */
  @column()
  declare ownCertificate: string | null

  /** The platform's certificate for the same key. */
  @column()
  declare endorsement: Buffer | null

  @column()
  declare createdAt: Date

  @column()
  declare expiresAt: Date

  @column()
  declare retiredAt: Date | null

  /** The one that may be used, as part of a batch that reads more. */
  static reading(): Statement {
    const now = clock.now().getTime()
    const times = [OWN_RETIRED_BEFORE_MS, RETIRED_BEFORE_MS, -RETIRED_BEFORE_MS]
    return { text: USABLE, values: times.map((time) => new Date(now + time)) }
  }

  /** The platform's certificates, of all keys that there are and were. */
  static async issued(): Promise<{ serial: string; authorityId: string | null }[]> {
    const all = await SealKey.certificates()
    return all.map(({ serial, authorityId }) => ({ serial, authorityId }))
  }

  /** The same, with the certificates as DER. */
  static async certificates(): Promise<
    { der: Uint8Array; serial: string; authorityId: string | null }[]
  > {
    const keys = await SealKey.query()
      .select('certificate', 'endorsement', 'authorityId')
      .orderBy('created_at')
    return keys.map(({ certificate, endorsement, authorityId }) => {
      const der = endorsement ?? certificate
      const serial = new X509Certificate(der).serialNumber.toLowerCase()
      return { der, serial, authorityId }
    })
  }
}
