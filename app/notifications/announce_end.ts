import type Document from '#app/documents/document'
import type { EndedStatus } from '#app/documents/ending'
import type Signer from '#app/documents/signers/signer'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { circulate } from './circular.js'
import { Correspondence } from './correspondence.js'

const ENDS: readonly EndedStatus[] = ['declined', 'expired', 'voided', 'failed']

/** The work `mail.ended`: a document was declined, has expired, was voided or could not be sealed. */
export default async function announceEnd(task: Task): Promise<void> {
  const [about] = await Correspondence.of([task], 'document')
  const status = about && endOf(about.document)
  if (!status) return Outbox.finish(task)
  await circulate(status, about, about.document.signers.filter(isConcerned), task)
}

function endOf({ status }: Document): EndedStatus | null {
  return ENDS.find((end) => end === status) ?? null
}

/** Who was invited, but not the one who declined: that page has said so. */
function isConcerned({ sentAt, status }: Signer): boolean {
  return sentAt !== null && status !== 'declined'
}
