import type { Actor } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { Usage } from '#app/tenants/usage/usage'
import { settleCounts } from './evidence/entry_counts.js'
import type Document from './document.js'
import type { DocumentChange } from './document_change.js'
import type Signer from './signers/signer.js'

export type EndedStatus = 'declined' | 'expired' | 'voided' | 'failed'

interface Ending {
  status: EndedStatus
  by: Actor
  /** As a person wrote it. */
  reason?: string
  /** Why it came to nothing, in our words. */
  cause?: string
  /** Who ended it, where it was one of the signers. */
  signer?: Signer
  news?: Record<string, unknown>
}

/** Ends a document without completion: nobody can sign any more, and everybody is told why. */
export async function end(
  change: DocumentChange,
  { status, by, reason, cause, signer, news }: Ending
): Promise<void> {
  const { document } = change
  const now = tenantClock.now()
  document.become(status).merge({ [`${status}At`]: now, updatedAt: now })
  if (status === 'voided') document.voidReason = reason ?? null
  closeSigners(document, status, signer)
  Usage.giveBack({ documentId: document.id, signerIds: inVain(document) })
  const details = { ...(signer && { signerId: signer.id }), ...(cause && { reason: cause }) }
  change.log(...(await settleCounts(document.id)))
  change.log({ action: `document.${status}`, actor: by, details, personal: { reason } })
  change.emit(`document.${status}`, { ...news, ...(reason === undefined ? {} : { reason }) })
}

/** Whose signature is not paid for: it never came, or it came to nothing. */
function inVain({ acting, status: reached }: Document): string[] {
  const missed = acting.filter(({ status }) => reached === 'failed' || status !== 'signed')
  return missed.map(({ id }) => id)
}

/** Those who signed keep that; one decline closes the others as voided. */
export function closeSigners(document: Document, status: EndedStatus, decliner?: Signer): void {
  const open = document.signers.filter(
    (signer) => signer.id !== decliner?.id && (signer.isAwaited || signer.status === 'pending')
  )
  for (const signer of open) signer.merge({ status: status === 'expired' ? 'expired' : 'voided' })
}
