import type Document from '#app/documents/document'
import { responsibleOf } from '#app/documents/responsible'
import type Signer from '#app/documents/signers/signer'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'

/** In the unit of the handing over: the one who looks after the document learns of it; if they are gone, owners and admins do. The sandbox mails nobody. */
export async function tellDelegated(document: Document, signer: Signer): Promise<void> {
  if (CurrentTenant.get().environment !== 'live') return
  const [[person]] = await CurrentTenant.batch([responsibleOf(document)] as const)
  const details = { signerId: signer.id, number: signer.delegations.length }
  await Notice.leave('signer.delegated', details, { to: person?.id })
}
