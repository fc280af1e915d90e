import type { Actor } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { unit } from '#app/tenancy/current_tenant'
import { CountedEntries, type Countable } from './counted_entries.js'
import Document from '../document.js'
import { tell } from '../document_news.js'

export type Disclosed = 'original' | 'canonical' | 'sealed' | 'certificate'

/** One entry and one event for each answer that holds the first byte of a file; what the signing page loads for itself is none. */
export async function recordDownload(
  documentId: string,
  file: Disclosed,
  by: Actor
): Promise<void> {
  await unit(async () => {
    const document = await Document.lock(documentId)
    await AuditTrail.append(document, {
      action: 'document.downloaded',
      actor: by,
      details: { file },
    })
    if (document.status !== 'draft') tell(document, 'document.downloaded', { file })
    await document.save()
  })
}

/** What signers filled in was read: told once an hour for each key, then counted. */
export async function recordValueDisclosure(documentId: string, by: Actor): Promise<void> {
  const sameness = `${by.id}|${by.via ?? ''}`
  await CountedEntries.note([
    { documentId, action: 'values.disclosed', actor: by, sameness, details: {} },
  ])
}

/** Signing links that are shown to somebody after the document was sent: told once an hour for each key and signer, then counted. */
export async function recordLinkDisclosure(
  documentId: string,
  signerIds: readonly string[],
  by: Actor
): Promise<void> {
  const disclosed = signerIds.map((signerId): Countable => ({
    documentId,
    action: 'link.disclosed',
    actor: by,
    sameness: `${by.id}|${by.via ?? ''}|${signerId}`,
    details: { signerId },
  }))
  await CountedEntries.note(disclosed)
}
