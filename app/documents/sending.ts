import type { Actor } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { Probation } from '#app/tenants/probation'
import { Profile } from '#app/brand/profile'
import { Usage } from '#app/tenants/usage/usage'
import type { DocumentChange } from './document_change.js'
import { forgetStates } from './drafts/draft_states.js'
import { draftVersion } from './drafts/draft_version.js'
import DraftChanged from './errors/draft_changed.js'
import { invite } from './signer_invitation.js'
import { rememberContacts } from './signers/remembered_contacts.js'
import { assertCodesSent } from './signers/one_time_code.js'
import { assertProvable } from './signers/signer_identity.js'
import { DAY_MS } from '#app/foundation/duration'
import { sentFacts } from './sent_facts.js'
import { assertPlacesToSign } from './places_to_sign.js'
import { assertWithinPlan } from './plan_limits.js'
import { scheduleNext } from './reminder_plan.js'
import { REMINDER_BEFORE_EXPIRY_MS } from './reminder_schedule.js'

/**
 * Sends a draft in the look of this day.
 *
 * @param version  of the draft that was looked at before it was sent
 * @throws DraftChanged where it has another version by now
 */
export async function send(change: DocumentChange, by: Actor, version?: string): Promise<void> {
  const { document } = change
  const isOther = version !== undefined && version !== draftVersion(document)
  if (document.status === 'draft' && isOther) throw new DraftChanged()
  const { expiresInDays, signers, acting } = document
  const { entitlements, brand } = await Profile.current()
  assertWithinPlan(entitlements, { signers: acting.length, expiresInDays })
  await assertProvable(signers)
  assertCodesSent(signers)
  document.brand = brand.snapshot
  await dispatch(change, by, entitlements.name)
}

/**
 * Sends a document to the signers whose turn is first. The unit fails with QuotaExceeded when the plan has no more.
 *
 * @param senderName  of the account, as the certificate will print it
 * @throws DraftRefused where somebody has no place to sign
 */
export async function dispatch(
  change: DocumentChange,
  by: Actor,
  senderName: string
): Promise<void> {
  const { document } = change
  assertPlacesToSign(document)
  const now = tenantClock.now()
  const expiresAt = new Date(now.getTime() + document.expiresInDays * DAY_MS)
  document.become('pending').merge({ sentAt: now, expiresAt, updatedAt: now })
  Probation.admit()
  Usage.consume({ documentId: document.id, signerIds: document.acting.map(({ id }) => id) })
  schedule(document.id, now, expiresAt)
  scheduleNext(document)
  forgetStates(change)
  rememberContacts(change, by)
  change.log({ action: 'document.sent', actor: by, ...sentFacts(document, senderName) })
  change.emit('document.sent')
  await invite(change, document.currentTurn)
}

/** What the clock does about a document: one reminder, then the end. */
export function schedule(documentId: string, now: Date, expiresAt: Date): void {
  Outbox.append({ kind: 'expire', ref: documentId, dueAt: expiresAt })
  const remindAt = new Date(expiresAt.getTime() - REMINDER_BEFORE_EXPIRY_MS)
  if (remindAt.getTime() - now.getTime() >= DAY_MS)
    Outbox.append({ kind: 'remind', ref: documentId, dueAt: remindAt })
}
