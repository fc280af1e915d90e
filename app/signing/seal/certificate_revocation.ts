import { column } from '@adonisjs/lucid/orm'
import { PlatformTrail } from '#app/audit/platform_trail'
import { SecurityTrail } from '#app/audit/security_trail'
import type { Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import type { Revocation, RevocationReason } from '#app/sealing/revocation'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import type { TenantRef } from '#app/tenancy/tenant_ref'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import SealAuthority from './seal_authority.js'
import SealKey from './seal_key.js'

interface Asked {
  tenant: TenantRef
  environment: Environment
  reason: RevocationReason
  /** From when on its seals do not count; now, unless it is known that a key was stolen earlier. */
  since?: Date
  actor: Actor
}

/** A certificate that seals are no longer made with. */
export default class CertificateRevocation extends PlatformModel {
  static table = 'certificate_revocations'

  @column({ isPrimary: true })
  declare serial: string

  @column()
  declare authorityId: string

  @column()
  declare reason: RevocationReason

  @column()
  declare revokedAt: Date

  @column()
  declare recordedAt: Date

  static async known(): Promise<Revocation[]> {
    const rows = await CertificateRevocation.query().orderBy('recorded_at')
    return rows.map(({ serial, reason, revokedAt }) => ({ serial, reason, revokedAt }))
  }

  /**
   * Revokes every certificate that a tenant has sealed with so far. A new one takes their place first, so that no seal is made with a
   * revoked one. If it is interrupted, it can be run again: what is revoked stays as it is.
   *
   * @returns the serial numbers that were revoked now
   */
  static async revokeAll(asked: Asked): Promise<string[]> {
    const { tenant, environment, reason, actor } = asked
    const authority = await SealAuthority.findBy({ environment })
    if (!authority) return []
    const known = new Set((await CertificateRevocation.known()).map(({ serial }) => serial))
    const serials = await CurrentTenant.run({ tenant, environment }, async () => {
      const issued = await SealKey.serials()
      const open = issued.filter((serial) => !known.has(serial))
      if (open.length === 0) return []
      const { name } = await TenantEntitlements.current()
      // outside the unit: it asks the platform's authority
      await SealKey.renew(name)
      await unit(async () => {
        const details = { environment, serials: open, reason }
        await SecurityTrail.append({ action: 'seal_key.revoked', actor, details })
      })
      return open
    })
    if (serials.length > 0) await record(asked, authority.id, serials)
    return serials
  }
}

async function record(
  { tenant, environment, reason, since, actor }: Asked,
  authorityId: string,
  serials: string[]
): Promise<void> {
  const now = clock.now()
  const revokedAt = since && since < now ? since : now
  const rows = serials.map((serial) => ({
    serial,
    authority_id: authorityId,
    reason,
    revoked_at: revokedAt,
    recorded_at: now,
  }))
  await platformTransaction(async (trx) => {
    await trx
      .insertQuery()
      .table(CertificateRevocation.table)
      .multiInsert(rows)
      .onConflict('serial')
      .ignore()
    const at = revokedAt.toISOString()
    const details = { tenantId: tenant.id, environment, serials, reason, revokedAt: at }
    await PlatformTrail.append({ action: 'tenant.seal_key_revoked', actor, details }, trx)
  })
}
