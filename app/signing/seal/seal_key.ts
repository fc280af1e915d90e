import { X509Certificate } from 'node:crypto'
import { column } from '@adonisjs/lucid/orm'
import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import { issueLeaf, type Credential } from '#app/sealing/certificate_authority'
import { newKey } from '#app/sealing/keys/stored_keys'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'
import { EnvironmentModel } from '#app/tenancy/models/environment_model'
import IssuedCertificate from './issued_certificate.js'
import { leafTerms } from './leaf_terms.js'
import { endorsedAnew } from './own/endorsed_key.js'
import type SealAuthority from './seal_authority.js'
import { SealHierarchy } from './seal_hierarchy.js'
import { keptKey, openedKey } from './seal_key_secret.js'

const LIFETIME_MS = 3 * 365 * DAY_MS

/** A key is not used up to its last day, unless it is so new that another would end no later: both end with the authority. */
const RETIRED_BEFORE_MS = 30 * DAY_MS

/** No seal is made with one that ends while it is made. One of the tenant's own has an end that people know, and is used until then. */
export const OWN_RETIRED_BEFORE_MS = HOUR_MS

const USABLE = `
  select * from seal_keys
   where retired_at is null and expires_at > $1::timestamptz
     and (own_certificate is not null or expires_at > $2::timestamptz or created_at > $3::timestamptz)
   order by own_certificate is null, created_at desc limit 1`

/**
 * The certificate and key that a tenant's documents are sealed with: made at its first seal, and anew when another authority issues; or one
 * of the tenant's own, as long as there is one.
 */
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

  static async credential(tenantName: string): Promise<Credential> {
    const [rows] = await CurrentTenant.batch([SealKey.reading()])
    return SealKey.credentialFrom(rows, tenantName)
  }

  /** @param rows  what the statement answered */
  static async credentialFrom(rows: readonly Row[], tenantName: string): Promise<Credential> {
    const [newest] = modelsOf(SealKey, rows)
    const { environment } = CurrentTenant.get()
    const authority = await SealHierarchy.issuing(environment)
    if (newest && newest.authorityId === authority.id) return newest.#credential()
    if (newest?.ownCertificate) return endorsedAnew(newest, tenantName, authority)
    return (await SealKey.#issued(tenantName, authority)).#credential()
  }

  async #credential(): Promise<Credential> {
    const { certificate, chain } = this
    return { certificate, chain, privateKey: await openedKey(this) }
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

  static async renew(tenantName: string): Promise<SealKey> {
    const { environment } = CurrentTenant.get()
    return SealKey.#issued(tenantName, await SealHierarchy.issuing(environment))
  }

  /** Two workers may each issue one: both are good, and the newer is used from then on. */
  static async #issued(tenantName: string, authority: SealAuthority): Promise<SealKey> {
    const key = await newKey(`seal-${CurrentTenant.get().environment}`)
    const terms = await leafTerms(tenantName, authority)
    const leaf = await issueLeaf(await authority.credential(), { ...terms, key })
    await IssuedCertificate.record(leaf.certificate, authority)
    const now = clock.now()
    const end = new X509Certificate(leaf.certificate).validToDate
    return SealKey.create({
      certificate: Buffer.from(leaf.certificate),
      chain: leaf.chain.map((issuer) => Buffer.from(issuer)),
      ...(await keptKey(leaf.privateKey)),
      authorityId: authority.id,
      createdAt: now,
      expiresAt: new Date(Math.min(now.getTime() + LIFETIME_MS, end.getTime())),
    })
  }
}
