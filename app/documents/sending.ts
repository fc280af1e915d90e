import type { Actor } from '#app/audit/actor'
import { AuditTrail, type DocumentHappening } from '#app/audit/audit_trail'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { changesOf } from '#app/tenancy/models/model_rows'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { Probation } from '#app/tenants/probation'
import { Profile } from '#app/brand/profile'
import { Usage } from '#app/tenants/usage/usage'
import type Document from './document.js'
import { tell } from './document_news.js'
import { invite } from './invitation.js'
import { DAY_MS } from '#app/foundation/duration'
import { sentFacts } from './sent_facts.js'
import { assertWithinPlan } from './plan_limits.js'

/** Signers who have not signed are reminded once, this long before the document expires, if it lives longer than that. */
const REMINDER_BEFORE_EXPIRY_MS = 2 * DAY_MS

/** Sends a draft, locked in this unit, in the look of this day. */
export async function send(document: Document, by: Actor): Promise<void> {
  const { expiresInDays, signers } = document
  const { entitlements, brand } = await Profile.current()
  assertWithinPlan(entitlements, { signers: signers.length, expiresInDays })
  document.brand = brand.snapshot
  const happenings = await dispatch(document, by, entitlements.name)
  const trail = AuditTrail.additions(document, happenings)
  await CurrentTenant.batch([...trail, ...changesOf(document, ...document.signers)])
}

/**
 * Sends a document to the signers whose turn is first: changes it and them in memory, records what follows from it, and returns what
 * belongs into the trail. The caller saves, in the same unit, which fails with E_QUOTA_EXCEEDED when the plan has no more.
 *
 * @param senderName  of the account, as the certificate will print it
 */
export async function dispatch(
  document: Document,
  by: Actor,
  senderName: string
): Promise<DocumentHappening[]> {
  const now = tenantClock.now()
  const expiresAt = new Date(now.getTime() + document.expiresInDays * DAY_MS)
  document.become('pending').merge({ sentAt: now, expiresAt, updatedAt: now })
  Probation.admit()
  Usage.consume({ documentId: document.id, signerIds: document.signers.map(({ id }) => id) })
  schedule(document.id, now, expiresAt)
  tell(document, 'document.sent')
  return [
    { action: 'document.sent', actor: by, ...sentFacts(document, senderName) },
    ...(await invite(document, document.currentTurn)),
  ]
}

/** What the clock does about a document: one reminder, then the end. */
export function schedule(documentId: string, now: Date, expiresAt: Date): void {
  Outbox.append({ kind: 'expire', ref: documentId, dueAt: expiresAt })
  const remindAt = new Date(expiresAt.getTime() - REMINDER_BEFORE_EXPIRY_MS)
  if (remindAt.getTime() - now.getTime() >= DAY_MS)
    Outbox.append({ kind: 'remind', ref: documentId, dueAt: remindAt })
}
