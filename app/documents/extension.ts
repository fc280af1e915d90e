import type { Actor } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { unit } from '#app/tenancy/current_tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Document from './document.js'
import { DAY_MS } from '#app/foundation/duration'
import { assertWithinPlan } from './plan_limits.js'
import { schedule } from './sending.js'
import DocumentTransitionRefused from './errors/document_transition_refused.js'
import ExtensionTooShort from './errors/extension_too_short.js'

/**
 * Gives signers more time, counted from now. It never takes any away.
 *
 * @throws E_DOCUMENT_NOT_FOUND, E_DOCUMENT_TRANSITION_REFUSED, E_EXTENSION_TOO_SHORT, E_FEATURE_NOT_IN_PLAN
 */
export async function extend(id: string, expiresInDays: number, by: Actor): Promise<Document> {
  return unit(async () => {
    const document = await Document.lock(id)
    if (!document.isVoidable) throw new DocumentTransitionRefused(document.status, 'extended')
    const { length: signers } = document.signers
    assertWithinPlan(await TenantEntitlements.current(), { signers, expiresInDays })
    const now = tenantClock.now()
    const expiresAt = new Date(now.getTime() + expiresInDays * DAY_MS)
    const before = document.expiresAt
    if (before && expiresAt <= before) throw new ExtensionTooShort(before)
    document.merge({ expiresAt, expiresInDays, updatedAt: now })
    schedule(id, now, expiresAt)
    await AuditTrail.append(document, {
      action: 'document.extended',
      actor: by,
      details: { before: before?.toISOString() ?? null, expiresAt: expiresAt.toISOString() },
    })
    await document.save()
    return document
  })
}
