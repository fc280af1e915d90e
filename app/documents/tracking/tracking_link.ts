import { randomBytes } from 'node:crypto'
import type { Actor } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type { DocumentChange } from '../document_change.js'
import { tokenHash } from '../signers/signing_link.js'
import DocumentErased from '../errors/document_erased.js'

const SALT_BYTES = 16

/** Gives the tracking page of a document another address. The old one is unknown from the commit on, in mails too. */
export async function rotateTrackingLink(change: DocumentChange, by: Actor): Promise<void> {
  const { document } = change
  if (document.isErased) throw new DocumentErased()
  const trackingCounter = document.trackingCounter + 1
  document.merge({ trackingCounter, trackingSalt: randomBytes(SALT_BYTES) })
  const trackingSha256 = tokenHash(await document.trackingToken())
  document.merge({ trackingSha256, updatedAt: tenantClock.now() })
  change.log({ action: 'tracking_link.rotated', actor: by, details: {} })
}
