import type Document from '#app/documents/document'
import type { EndedStatus } from '#app/documents/ending'
import type Signer from '#app/documents/signers/signer'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { circulate } from './circular.js'
import { Correspondence } from './correspondence.js'

const VOIDED_BY = `select 1 from audit_entries
  where chain = $1 and action = 'document.voided' and body::jsonb #>> '{actor,id}' = $2`

const ENDS: readonly EndedStatus[] = ['declined', 'expired', 'voided', 'failed']

/** The work `mail.ended`: a document was declined, has expired, was voided or could not be sealed. */
export default async function announceEnd(task: Task): Promise<void> {
  const [about] = await Correspondence.of([task], 'document')
  const status = about && endOf(about.document)
  if (!status) return Outbox.finish(task)
  const isForSender = !(await isVoidedBySender(about))
  await circulate(status, about, about.document.signers.filter(isConcerned), task, { isForSender })
}

/** They know what they did themselves. */
async function isVoidedBySender({ document, sender }: Correspondence): Promise<boolean> {
  if (document.status !== 'voided' || !sender) return false
  const [found] = await CurrentTenant.batch([{ text: VOIDED_BY, values: [document.id, sender.id] }])
  return found.length > 0
}

function endOf({ status }: Document): EndedStatus | null {
  return ENDS.find((end) => end === status) ?? null
}

/** Who was invited, but not the one who declined: that page has said so. */
function isConcerned({ sentAt, status }: Signer): boolean {
  return sentAt !== null && status !== 'declined'
}
