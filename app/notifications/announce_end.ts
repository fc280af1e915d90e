import type Document from '#app/documents/document'
import type { EndedStatus } from '#app/documents/ending'
import type Signer from '#app/documents/signers/signer'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { circulate } from './circular.js'
import { Correspondence } from './correspondence.js'

const VOIDED_BY = `select body::jsonb #>> '{actor,id}' as id from audit_entries
  where chain = $1 and action = 'document.voided'`

const ENDS: readonly EndedStatus[] = ['declined', 'expired', 'voided', 'failed']

/** The work `mail.ended`: a document was declined, has expired, was voided or could not be sealed. */
export default async function announceEnd(task: Task): Promise<void> {
  const [about] = await Correspondence.of([task], 'document')
  const status = about && endOf(about.document)
  if (!status) return Outbox.finish(task)
  const signers = about.document.signers.filter(isConcerned)
  await circulate({ kind: status, about, signers, by: await voiderOf(about.document) }, task)
}

/** They know what they did themselves. */
async function voiderOf({ id, status }: Document): Promise<string | null> {
  if (status !== 'voided') return null
  const [[entry]] = await CurrentTenant.batch([query<{ id: string | null }>(VOIDED_BY, [id])])
  return entry?.id ?? null
}

function endOf({ status }: Document): EndedStatus | null {
  return ENDS.find((end) => end === status) ?? null
}

/** Who was invited, but not the one who declined: that page has said so. Who was to sign in person had no mail, and is told once they have signed. */
function isConcerned({ sentAt, status, inPerson }: Signer): boolean {
  return sentAt !== null && status !== 'declined' && (!inPerson || status === 'signed')
}
