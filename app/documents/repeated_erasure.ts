import { SYSTEM } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { settleCounts } from './evidence/entry_counts.js'
import type { DocumentChange } from './document_change.js'
import { isTerminal } from './document_status.js'
import { closeSigners } from './ending.js'
import { blank } from './erasure.js'
import { remove } from './removal.js'

/**
 * Erases a document that was erased before, and came back with a database of an earlier moment. Nobody is told, and whatever stage it is
 * at again does not matter: it had ended when it was erased, and no legal hold was in the way.
 */
export async function eraseAgain(change: DocumentChange): Promise<void> {
  const { document } = change
  if (document.isErased) return
  if (document.status === 'draft') return remove(change, SYSTEM)
  if (!isTerminal(document.status)) await endInSilence(change)
  blank(change, SYSTEM, 'restored')
}

/** Even while it is being sealed: the worker that seals it finds that it has ended. */
async function endInSilence(change: DocumentChange): Promise<void> {
  const { document } = change
  const now = tenantClock.now()
  document.merge({ status: 'voided', voidedAt: now, updatedAt: now })
  closeSigners(document, 'voided')
  change.log(...(await settleCounts(document.id)))
  change.log({ action: 'document.voided', actor: SYSTEM, details: { reason: 'restored' } })
}
