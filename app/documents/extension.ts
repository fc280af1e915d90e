import type { Actor } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import type { DocumentChange } from './document_change.js'
import { DAY_MS } from '#app/foundation/duration'
import { assertWithinPlan } from './plan_limits.js'
import { scheduleNext } from './reminder_plan.js'
import { schedule } from './sending.js'
import DocumentTransitionRefused from './errors/document_transition_refused.js'
import ExtensionTooShort from './errors/extension_too_short.js'

/** Gives signers more time, counted from now. It never takes any away. */
export async function extend(
  change: DocumentChange,
  expiresInDays: number,
  by: Actor
): Promise<void> {
  const { document } = change
  if (!document.isVoidable) throw new DocumentTransitionRefused(document.status, 'extended')
  const { length: signers } = document.acting
  assertWithinPlan(await TenantEntitlements.current(), { signers, expiresInDays })
  const now = tenantClock.now()
  const expiresAt = new Date(now.getTime() + expiresInDays * DAY_MS)
  const before = document.expiresAt
  if (before && expiresAt <= before) throw new ExtensionTooShort(before)
  document.merge({ expiresAt, expiresInDays, updatedAt: now })
  schedule(document.id, now, expiresAt)
  if (document.nextReminderAt === null) scheduleNext(document)
  change.log({
    action: 'document.extended',
    actor: by,
    details: { before: before?.toISOString() ?? null, expiresAt: expiresAt.toISOString() },
  })
}
