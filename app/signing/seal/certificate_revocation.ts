import { column } from '@adonisjs/lucid/orm'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
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
import {
  revocationPlan,
  serialsOf,
  type Revoked,
  type RevocationPlan,
  type RevocationWish,
} from './revocation_plan.js'
import { SealCredential } from './seal_credential.js'
import SealKey from './seal_key.js'

interface Asked extends RevocationWish {
  environment: Environment
  actor: Actor
}

interface Extent {
  count: number
  newest: Date | null
}

/** What became of certificates that were to be revoked: their serial numbers. */
export interface RevocationOutcome {
  revoked: string[]
  /** Were revoked before, and are now for a graver reason or from an earlier moment on. */
  stricter: string[]
  /** Were revoked before, and no milder than asked. */
  unchanged: string[]
}

const EXTENT = `
  select coalesce(sum(entries), 0)::int as count, max(recorded_at) as newest from revocations_in_force where authority_id = ?`

/**
 * A certificate that seals are no longer made with. What was recorded of it first stays, and what was learnt of it later stands beside: the
 * gravest reason and the earliest moment of all count.
 */
export default class CertificateRevocation extends PlatformModel {
  static table = 'revocations_in_force'

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

  /** How much is recorded of what an authority has revoked, and when the last of it was, in milliseconds; 0 without any. */
  static async extentOf(authorityId: string): Promise<{ count: number; newest: number }> {
    const platform = db.connection('platform')
    const { rows } = await platform.rawQuery<{ rows: [Extent] }>(EXTENT, [authorityId])
    const [{ count, newest }] = rows
    return { count, newest: newest?.getTime() ?? 0 }
  }

  /**
   * Revokes every certificate that a tenant has sealed with so far; of one of its own, the endorsement. A new one of the platform's takes
   * their place first, so that no seal is made with a revoked one. If it is interrupted, it can be run again: nothing becomes milder.
   */
  static async revokeAll(asked: Asked & { tenant: TenantRef }): Promise<RevocationOutcome> {
    const { tenant, environment, reason, actor } = asked
    const issuers = await SealAuthority.idsByKind(environment)
    const plan = await CurrentTenant.run({ tenant, environment }, async () => {
      const issued = issuedHere(await SealKey.issued(), issuers)
      const wanted = revocationPlan(asked, issued, await CertificateRevocation.known())
      const serials = serialsOf([...wanted.open, ...wanted.milder])
      if (serials.length === 0) return wanted
      const { name } = await TenantEntitlements.current()
      // outside the unit: it asks the platform's authority
      if (wanted.open.length > 0) await SealCredential.renew(name)
      await unit(async () => {
        const details = { environment, serials, reason }
        await SecurityTrail.append({ action: 'seal_key.revoked', actor, details })
        if (environment === 'live') await OwnCertificate.putAway()
      })
      return wanted
    })
    const details = { tenantId: tenant.id }
    return record(asked, plan, { action: 'tenant.seal_key_revoked', details })
  }

  /** Revokes every authority that issued before the newest one, and with it all that they have issued. */
  static async revokeIssuers(asked: Asked): Promise<RevocationOutcome> {
    const earlier = await SealAuthority.issuedBefore(asked.environment)
    const rows = earlier.map(({ serial, issuerId }) => ({ serial, authorityId: issuerId! }))
    const plan = revocationPlan(asked, rows, await CertificateRevocation.known())
    return record(asked, plan, { action: 'seal_authority.revoked', details: {} })
  }
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

async function record(
  { environment, reason, actor }: Asked,
  { revokedAt, open, milder, unchanged }: RevocationPlan,
  entry: { action: PlatformAction; details: Record<string, unknown> }
): Promise<RevocationOutcome> {
  const outcome = {
    revoked: serialsOf(open),
    stricter: serialsOf(milder),
    unchanged: serialsOf(unchanged),
  }
  const serials = [...outcome.revoked, ...outcome.stricter]
  if (serials.length === 0) return outcome
  const how = { reason, revoked_at: revokedAt, recorded_at: clock.now() }
  // of two that revoke one at once, neither is lost
  const again = [...open, ...milder].map(({ serial }) => ({ serial, ...how }))
  const first = open.map(({ serial, authorityId }) => ({
    ...{ serial, authority_id: authorityId },
    ...how,
  }))
  await platformTransaction(async (trx) => {
    const kept = await insert(trx, 'certificate_revocations', first)
    await insert(
      trx,
      'stricter_revocations',
      again.filter(({ serial }) => !kept.includes(serial))
    )
    const at = revokedAt.toISOString()
    const details = { ...entry.details, environment, serials, reason, revokedAt: at }
    await PlatformTrail.append({ action: entry.action, actor, details }, trx)
  })
  return outcome
}

/** @returns the serial numbers of those that were not there yet */
async function insert(
  trx: TransactionClientContract,
  table: string,
  rows: { serial: string }[]
): Promise<string[]> {
  if (rows.length === 0) return []
  const query = trx.insertQuery().table(table).multiInsert(rows).onConflict().ignore()
  return serialsOf((await query.returning('serial')) as { serial: string }[])
}
