import { randomBytes } from 'node:crypto'
import type { Actor } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { unit } from '#app/tenancy/current_tenant'
import Document from '../document.js'
import { tokenHash } from '../signers/signing_link.js'
import DocumentErased from '../errors/document_erased.js'

const SALT_BYTES = 16

/**
 * Gives the tracking page of a document another address. The old one is unknown from the commit on, in mails too.
 *
 * @throws E_DOCUMENT_NOT_FOUND, E_DOCUMENT_ERASED
 */
export async function rotateTrackingLink(id: string, by: Actor): Promise<Document> {
  return unit(async () => {
    const document = await Document.lock(id)
    if (document.isErased) throw new DocumentErased()
    const trackingCounter = document.trackingCounter + 1
    document.merge({ trackingCounter, trackingSalt: randomBytes(SALT_BYTES) })
    const trackingSha256 = tokenHash(await document.trackingToken())
    document.merge({ trackingSha256, updatedAt: tenantClock.now() })
    await AuditTrail.append(document, {
      action: 'tracking_link.rotated',
      actor: by,
      details: {},
    })
    await document.save()
    return document
  })
}
