import { SYSTEM } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type Document from './document.js'
import { tell } from './document_news.js'

export interface StoredSeal {
  sha256: string
  bytes: number
  pageCount: number
  level: 'B-B' | 'B-T'
}

/** Completes a document, locked in this unit, whose sealed file is stored. */
export async function complete(document: Document, seal: StoredSeal): Promise<void> {
  const now = tenantClock.now()
  document.become('completed').merge({
    completedAt: now,
    updatedAt: now,
    sealedSha256: seal.sha256,
    sealedBytes: seal.bytes,
    sealedPages: seal.pageCount,
    sealedLevel: seal.level,
  })
  const details = { sealedSha256: seal.sha256 }
  tell(document, 'document.completed', details)
  await AuditTrail.append(
    document,
    { action: 'document.sealed', actor: SYSTEM, details },
    { action: 'document.completed', actor: SYSTEM, details }
  )
}
