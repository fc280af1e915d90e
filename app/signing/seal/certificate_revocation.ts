import { column } from '@adonisjs/lucid/orm'
import db from '@adonisjs/lucid/services/db'
import { PlatformTrail } from '#app/audit/platform_trail'
import { SecurityTrail } from '#app/audit/security_trail'
import type { Actor } from '#app/audit/actor'
import type { PlatformAction } from '#app/audit/audit_action'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import type { Revocation, RevocationReason } from '#app/sealing/revocation'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import type { TenantRef } from '#app/tenancy/tenant_ref'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import SealAuthority, { type IdsByKind } from './seal_authority.js'
import OwnCertificate from './own/own_certificate.js'
import SealKey from './seal_key.js'

interface Asked {
  environment: Environment
  reason: RevocationReason
  /** From when on its seals do not count; now, unless it is known that a key was stolen earlier. */
  since?: Date
  actor: Actor
}

interface Extent {
  count: number
  newest: Date | null
}

const EXTENT = `
  select count(*)::int as count, max(recorded_at) as newest from certificate_revocations where authority_id = ?`

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

  /** How many an authority has revoked, and when the last of them was recorded, in milliseconds; 0 without any. */
  static async extentOf(authorityId: string): Promise<{ count: number; newest: number }> {
    const platform = db.connection('platform')
    const { rows } = await platform.rawQuery<{ rows: [Extent] }>(EXTENT, [authorityId])
    const [{ count, newest }] = rows
    return { count, newest: newest?.getTime() ?? 0 }
  }

  /**
   * Revokes every certificate that a tenant has sealed with so far; of one of its own, the endorsement. A new one of the platform's takes
   * their place first, so that no seal is made with a revoked one. If it is interrupted, it can be run again: what is revoked stays as it is.
   *
   * @returns the serial numbers that were revoked now
   */
  static async revokeAll(asked: Asked & { tenant: TenantRef }): Promise<string[]> {
    const { tenant, environment, reason, actor } = asked
    const known = new Set((await CertificateRevocation.known()).map(({ serial }) => serial))
    const issuers = await SealAuthority.idsByKind(environment)
    const revoked = await CurrentTenant.run({ tenant, environment }, async () => {
      const open = issuedHere(await SealKey.issued(), issuers).filter(
        ({ serial }) => !known.has(serial)
      )
      if (open.length === 0) return []
      const { name } = await TenantEntitlements.current()
      // outside the unit: it asks the platform's authority
      await SealKey.renew(name)
      await unit(async () => {
        const details = { environment, serials: serialsOf(open), reason }
        await SecurityTrail.append({ action: 'seal_key.revoked', actor, details })
        if (environment === 'live') await OwnCertificate.putAway()
      })
      return open
    })
    if (revoked.length === 0) return []
    const details = { tenantId: tenant.id }
    await record(asked, revoked, { action: 'tenant.seal_key_revoked', details })
    return serialsOf(revoked)
  }

  /**
   * Revokes every authority that issued before the newest one, and with it all that they have issued.
   *
   * @returns the serial numbers that were revoked now
   */
  static async revokeIssuers(asked: Asked): Promise<string[]> {
    const known = new Set((await CertificateRevocation.known()).map(({ serial }) => serial))
    const earlier = (await SealAuthority.issuedBefore(asked.environment)).filter(
      ({ serial }) => !known.has(serial)
    )
    if (earlier.length === 0) return []
    const rows = earlier.map(({ serial, issuerId }) => ({ serial, authorityId: issuerId! }))
    await record(asked, rows, { action: 'seal_authority.revoked', details: {} })
    return serialsOf(rows)
  }
}

interface Revoked {
  serial: string
  /** Its issuer, in whose list it stands. */
  authorityId: string
}

/** What came with a tenant from another installation is not ours to revoke. */
function issuedHere(
  issued: readonly { serial: string; authorityId: string | null }[],
  { direct, issuing }: IdsByKind
): Revoked[] {
  return issued.flatMap(({ serial, authorityId }) => {
    const issuer = authorityId === null ? direct[0] : issuing.find((id) => id === authorityId)
    return issuer ? [{ serial, authorityId: issuer }] : []
  })
}

function serialsOf(some: readonly { serial: string }[]): string[] {
  return some.map(({ serial }) => serial)
}

async function record(
  { environment, reason, since, actor }: Asked,
  revoked: readonly Revoked[],
  entry: { action: PlatformAction; details: Record<string, unknown> }
): Promise<void> {
  const now = clock.now()
  const revokedAt = since && since < now ? since : now
  const rows = revoked.map(({ serial, authorityId }) => ({
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
    const serials = serialsOf(revoked)
    const at = revokedAt.toISOString()
    const details = { ...entry.details, environment, serials, reason, revokedAt: at }
    await PlatformTrail.append({ action: entry.action, actor, details }, trx)
  })
}
