import type { Actor } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { forgettingProofsOf } from '#app/identity/users/providers_words'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import Retention from '#app/tenants/retention'
import type { DocumentChange } from './document_change.js'
import { Labels } from './labels/labels.js'
import { forgetLater } from './late_traces.js'
import { isTerminal } from './document_status.js'
import DocumentTransitionRefused from './errors/document_transition_refused.js'

/** Why it is erased, as the trail tells it. */
export type ErasureReason = 'request' | 'signer' | 'retention' | 'restored'

const NOTHING = Buffer.alloc(0)
const OF_ITS_SIGNERS = 'signer_id in (select id from signers where document_id = $1)'

/**
 * That mail to its signers came back keeps further mail from going there in vain. It goes once nobody else of that address is asked, unless a mail
 * of something that is kept has found it.
 */
const BOUNCES = `
  delete from suppressions note
   where address in (
     select lower(email) from signers where document_id = $1
     union
     select lower(recipient) from mails where document_id = $1 and signer_id is not null)
     and not exists (select from signers where lower(email) = note.address and document_id <> $1)
     and not exists (select from mails where id = note.mail_id and document_id is distinct from $1)`

/** What was said of people, by people or to people. Events go with their deliveries: their bodies name signers. */
const PERSONAL = [
  'select erase_personal_values($1)',
  `delete from identity_proofs where ${OF_ITS_SIGNERS}`,
  `delete from signatures where ${OF_ITS_SIGNERS}`,
  `delete from link_fetches where ${OF_ITS_SIGNERS}`,
  `delete from access_attempts where ${OF_ITS_SIGNERS}`,
  `delete from access_passes where ${OF_ITS_SIGNERS}`,
  `delete from one_time_codes where ${OF_ITS_SIGNERS}`,
  `delete from in_person_links where ${OF_ITS_SIGNERS}`,
  'delete from signer_questions where document_id = $1',
  'delete from counted_entries where document_id = $1',
  BOUNCES,
  'delete from mails where document_id = $1',
  'delete from events where document_id = $1',
  'update fields set value = null, options = null where document_id = $1',
  // nothing hashes to such a text: the link opens nothing from now on, and finds but what is left
  `update signers set name = '', email = '', key = null, ip_address = null, user_agent = null, decline_reason = null,
     message = null, asked_language = null, access_commitment = null, one_time_code = null, phone = null, delegations = '[]', certified = null,
     token_salt = '', erased_token_sha256 = token_sha256, token_sha256 = 'erased:' || id where document_id = $1`,
]

/**
 * Erases a document that is at its end. Without its key its files are noise wherever a copy of them lies; they
 * are removed after the commit. What stays is the row with its hashes, dates and states, and a trail that still verifies.
 *
 * @throws LegalHold, DocumentTransitionRefused
 */
export async function erase(
  change: DocumentChange,
  by: Actor,
  reason: ErasureReason
): Promise<void> {
  const { document } = change
  if (document.isErased) return
  if (!isTerminal(document.status)) throw new DocumentTransitionRefused(document.status, 'erased')
  if (CurrentTenant.get().environment === 'live') await Retention.assertErasable()
  blank(change, by, reason)
}

/** Of a document at its end, whatever keeps it. */
export function blank(change: DocumentChange, by: Actor, reason: ErasureReason): void {
  const { document } = change
  const { id, sealedSha256 } = document
  change.log({ action: 'document.erased', actor: by, details: { reason, sealedSha256 } })
  // after the entry, for PostgreSQL erases personal values of a trail that says so alone
  change.write(...PERSONAL.map((text) => ({ text, values: [id] })), Labels.leaving(id))
  // the sandbox asks no provider
  if (CurrentTenant.get().environment === 'live') change.write(...forgettingProofsOf(id))
  const files = document.files.map((file) => ({ ...file, name: '' }))
  document.merge({ ...BLANK, files, trackingSha256: `erased:${id}`, ...stamped() })
  Outbox.append({ kind: 'documents.remove_files', ref: id })
  forgetLater(id)
}

const BLANK = {
  title: '',
  fileName: '',
  message: null,
  metadata: {},
  redirectUrl: null,
  voidReason: null,
  brand: null,
  earlierSignatures: [],
  restampAt: null,
  vaultKey: NOTHING,
  trackingSalt: NOTHING,
}

function stamped() {
  const now = tenantClock.now()
  return { erasedAt: now, updatedAt: now }
}
