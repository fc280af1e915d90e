import { SYSTEM } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { sendCopies } from './copies.js'
import type { DocumentChange } from './document_change.js'

export interface StoredSeal {
  sha256: string
  bytes: number
  pageCount: number
  level: 'B-B' | 'B-T'
}

/** Completes a document whose sealed file is stored. */
export async function complete(change: DocumentChange, seal: StoredSeal): Promise<void> {
  const now = tenantClock.now()
  change.document.become('completed').merge({
    completedAt: now,
    updatedAt: now,
    sealedSha256: seal.sha256,
    sealedBytes: seal.bytes,
    sealedPages: seal.pageCount,
    sealedLevel: seal.level,
  })
  const details = { sealedSha256: seal.sha256 }
  change.emit('document.completed', details)
  change.log(
    { action: 'document.sealed', actor: SYSTEM, details },
    { action: 'document.completed', actor: SYSTEM, details }
  )
  await sendCopies(change)
}
