import type { Actor } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { offeredLanguages } from '#app/brand/brand_languages'
import { Profile } from '#app/brand/profile'
import { areSamePeople, cast, date, fit } from './cast.js'
import type Document from '../document.js'
import type { DocumentChange } from '../document_change.js'
import type { DraftInput } from './draft_input.js'
import { DraftPlan } from './draft_plan.js'
import { asWritten } from './as_written.js'
import { differenceTo, keepState, said } from './draft_states.js'
import { draftVersion } from './draft_version.js'
import { assertProvable } from '../signers/signer_identity.js'
import DocumentTransitionRefused from '../errors/document_transition_refused.js'
import DraftChanged from '../errors/draft_changed.js'

/** What is to be different about a draft; what is missing stays, and null clears. Signers and fields are given whole. */
export type Revision = Partial<Omit<DraftInput, 'by' | 'message' | 'redirectUrl'>> & {
  message?: string | null
  redirectUrl?: string | null
}

export interface Saving {
  /** It saved itself while somebody wrote: the trail names each part once in a while, not at each pause. */
  isAutosaved?: boolean
  /** What of it the trail names, where that is less than what was given. */
  changed?: readonly string[]
  /** What else the trail says of it. */
  details?: Record<string, unknown>
}

/**
 * Changes a draft. New signers take the place of the old ones with all their fields; new fields alone leave the signers as they are.
 *
 * @param version  of the draft that the caller has read; without it the last one to write wins
 */
export async function revise(
  change: DocumentChange,
  wanted: Revision,
  by: Actor,
  version?: string,
  { isAutosaved = false, changed = Object.keys(wanted).sort(), details = {} }: Saving = {}
): Promise<void> {
  const { document } = change
  assertEditable(document, version)
  if (version !== undefined && Object.keys(wanted).length === 0) return
  const before = { said: said(document), at: document.updatedAt }
  const { environment } = CurrentTenant.get()
  const { entitlements, brand } = await Profile.current()
  const input = merged(document, wanted, by)
  const { redirectHosts } = brand.snapshot
  const languages = offeredLanguages(brand.snapshot)
  const circumstances = {
    environment,
    entitlements,
    pages: document.pages,
    redirectHosts,
    languages,
  }
  const plan = new DraftPlan(input, circumstances)
  if (wanted.signers) await assertProvable(wanted.signers)
  const now = tenantClock.now()
  const { title, message = null, metadata, redirectUrl = null } = input
  document.merge({ title, message, metadata, redirectUrl, updatedAt: now })
  const { allowDelegation: allowsDelegation, language = null } = input
  document.merge({ expiresInDays: plan.expiresInDays, allowsDelegation, language })
  if (wanted.signers || wanted.fields) await recast(change, plan, now)
  const untold = await keepState(change, { before, changed, by, isAutosaved })
  if (isAutosaved && untold.length === 0) return
  change.log({
    action: 'document.edited',
    actor: by,
    details: { changed: isAutosaved ? untold : changed, ...details },
  })
}

/** Makes a draft say what it said at a time; the file stays. @returns how many fields of then have no page any more @throws DocumentNotFound for a state that is not kept */
export async function goBack(
  change: DocumentChange,
  number: number,
  by: Actor,
  version: string
): Promise<number> {
  const { document } = change
  assertEditable(document, version)
  const { wanted, leftAway } = await differenceTo(document, number)
  await revise(change, wanted, by, version)
  return leftAway
}

/** @throws DocumentTransitionRefused unless it is a draft, DraftChanged where it has another version than this */
export function assertEditable(document: Document, version?: string): void {
  if (document.status !== 'draft') throw new DocumentTransitionRefused(document.status, 'edited')
  if (version !== undefined && version !== draftVersion(document)) throw new DraftChanged()
}

function merged(document: Document, wanted: Revision, by: Actor): DraftInput {
  const { title, expiresInDays, metadata, allowsDelegation, language } = document
  const kept = { title, expiresInDays, metadata, allowDelegation: allowsDelegation, language, by }
  const message = wanted.message === undefined ? document.message : wanted.message
  const redirectUrl = wanted.redirectUrl === undefined ? document.redirectUrl : wanted.redirectUrl
  return {
    ...kept,
    ...wanted,
    message: message ?? undefined,
    redirectUrl: redirectUrl ?? undefined,
    signers: wanted.signers ?? asWritten(document, { withFields: !wanted.fields }),
  }
}

/** People about whom nothing is different stay who they are: programs know them by their ids. */
async function recast(change: DocumentChange, plan: DraftPlan, now: Date): Promise<void> {
  const { document } = change
  const values = [document.id]
  if (areSamePeople(document.signers, plan.signers)) {
    change.write({ text: 'delete from fields where document_id = $1', values })
    return fit(document, plan.signers)
  }
  change.write({ text: 'delete from signers where document_id = $1', values })
  await cast(document, plan.signers)
  date(document.signers, now)
}
