import type { Actor } from '#app/audit/actor'
import DocumentNotFound from '../errors/document_not_found.js'
import ReminderTooSoon from '../errors/reminder_too_soon.js'
import { DocumentPolicy, type DocumentAct } from '#app/identity/access/document_policy'
import type { Audience } from '#app/identity/access/visibility'
import { isRefusal } from '#app/foundation/refusal'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Document from '../document.js'
import { holdLabel } from '../labels/labelling.js'
import { sharingOf } from '../sharing/circle.js'

/** What can be done to many documents at once. */
export const DOCUMENT_ACTS = ['remind', 'void', 'label', 'unlabel'] as const

export type ActOnDocument = (typeof DOCUMENT_ACTS)[number]

export interface Asked {
  action: ActOnDocument
  /** Of a void. */
  reason: string
  /** The id of the label that is given or taken away. */
  label: string | null
}

/** A document, if it is visible; null otherwise. @throws DocumentAccessInsufficient */
export async function reachableDocument(
  id: string,
  audience: Audience,
  act: DocumentAct
): Promise<Document | null> {
  const document = Document.from(await CurrentTenant.batch(Document.readingVisible(id, audience)))
  if (document) DocumentPolicy.require(act, sharingOf(document).access)
  return document
}

/** In the unit of the caller. @throws what its verb is refused with */
export async function actOn(
  document: Document,
  { action, reason, label }: Asked,
  by: Actor
): Promise<void> {
  const labels = label === null ? [] : [label]
  const acts = {
    remind: () => document.remind(by),
    void: () => document.void({ reason, by }),
    label: async () => {
      if (label !== null) await holdLabel(label)
      await document.relabel({ add: labels })
    },
    unlabel: () => document.relabel({ remove: labels }),
  }
  await acts[action]()
}

/** The same to one that may be out of sight. @throws DocumentNotFound, DocumentAccessInsufficient */
export async function actOnReachable(
  id: string,
  asked: Asked,
  { by, audience }: { by: Actor; audience: Audience }
): Promise<void> {
  const document = await reachableDocument(id, audience, 'change')
  if (!document) throw new DocumentNotFound()
  await actOn(document, asked, by)
}

/** Whether a refusal says that what was asked for is so already. */
export function isSoAlready({ action }: Asked, error: unknown): boolean {
  if (action === 'remind') return error instanceof ReminderTooSoon
  const details = isRefusal(error) ? error.details : undefined
  const { currentStatus } = (details ?? {}) as { currentStatus?: unknown }
  return action === 'void' && currentStatus === 'voided'
}
