import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'

const PERSON = 'select id from users where id = $1 and disabled_at is null'

/** In the unit of the handing over: the one who looks after the document learns of it; if they are gone, owners and admins do. The sandbox mails nobody. */
export async function tellDelegated(document: Document, signer: Signer): Promise<void> {
  if (CurrentTenant.get().environment !== 'live') return
  const [[person]] = await CurrentTenant.batch([{ text: PERSON, values: [document.responsibleId] }])
  const to = person?.id as string | undefined
  const details = { signerId: signer.id, number: signer.delegations.length }
  await Notice.leave('signer.delegated', details, { to })
}
