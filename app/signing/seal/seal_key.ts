import { X509Certificate } from 'node:crypto'
import { column } from '@adonisjs/lucid/orm'
import { DAY_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { newId } from '#app/foundation/identifier'
import { issueLeaf, type Credential } from '#app/sealing/certificate_authority'
import { isHere, type PrivateKey } from '#app/sealing/keys/private_key'
import { newKey, storedKey } from '#app/sealing/keys/stored_keys'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'
import { EnvironmentModel } from '#app/tenancy/models/environment_model'
import { keyRing } from '#app/tenancy/keys'
import { publicUrl } from '#app/tenants/hosts/public_address'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import IssuedCertificate from './issued_certificate.js'
import { RESPONDER_PATH, revocationListPath } from './revocation_paths.js'
import type SealAuthority from './seal_authority.js'
import { SealHierarchy } from './seal_hierarchy.js'

const LIFETIME_MS = 3 * 365 * DAY_MS

/** A key is not used up to its last day, so that no seal is made with one that ends while it is made. */
const RETIRED_BEFORE_MS = 30 * DAY_MS

/** The certificate and key that a tenant's documents are sealed with; made at its first seal, and anew when another authority issues. */
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

  @column()
  declare createdAt: Date

  @column()
  declare expiresAt: Date

  /** The newest that may be used, as part of a batch that reads more. */
  static reading(): Statement {
    const usable = new Date(clock.now().getTime() + RETIRED_BEFORE_MS)
    const text = 'select * from seal_keys where expires_at > $1 order by created_at desc limit 1'
    return { text, values: [usable] }
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
    const isCurrent = newest?.authorityId === authority.id
    const known = isCurrent ? newest : await SealKey.#issued(tenantName, authority)
    return {
      certificate: known.certificate,
      chain: known.chain,
      privateKey: await known.#key(),
    }
  }

  async #key(): Promise<PrivateKey> {
    if (this.storedKey) return storedKey(this.storedKey, this.certificate)
    return openEnvelope(await envelopeKey(), this.privateKey!, this.id)
  }

  /** Of all that there are and were. */
  static async issued(): Promise<{ serial: string; authorityId: string | null }[]> {
    const keys = await SealKey.query().select('certificate', 'authorityId').orderBy('created_at')
    return keys.map(({ certificate, authorityId }) => ({
      serial: new X509Certificate(certificate).serialNumber.toLowerCase(),
      authorityId,
    }))
  }

  static async renew(tenantName: string): Promise<SealKey> {
    const { environment } = CurrentTenant.get()
    return SealKey.#issued(tenantName, await SealHierarchy.issuing(environment))
  }

  /** Two workers may each issue one: both are good, and the newer is used from then on. */
  static async #issued(tenantName: string, authority: SealAuthority): Promise<SealKey> {
    const { tenant, environment } = CurrentTenant.get()
    const { signingHost } = await TenantEntitlements.current()
    const leaf = await issueLeaf(await authority.credential(), {
      tenantId: tenant.id,
      tenantName,
      isTest: environment === 'test',
      revocationList: publicUrl(signingHost, revocationListPath(authority.id)),
      responder: publicUrl(signingHost, RESPONDER_PATH),
      key: await newKey(`seal-${environment}`),
    })
    await IssuedCertificate.record(leaf.certificate, authority)
    const now = clock.now()
    const id = newId('slk', environment)
    const { privateKey } = leaf
    return SealKey.create({
      id,
      certificate: Buffer.from(leaf.certificate),
      chain: leaf.chain.map((issuer) => Buffer.from(issuer)),
      privateKey: isHere(privateKey) ? sealEnvelope(await envelopeKey(), privateKey, id) : null,
      storedKey: isHere(privateKey) ? null : privateKey.reference,
      authorityId: authority.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    })
  }
}

function envelopeKey(): Promise<Buffer> {
  const { tenant, environment } = CurrentTenant.get()
  return keyRing.derive(tenant.id, 'seal-key', environment)
}
