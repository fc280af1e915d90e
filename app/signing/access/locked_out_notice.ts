import type Document from '#app/documents/document'
import { responsibleOf } from '#app/documents/responsible'
import type Signer from '#app/documents/signers/signer'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'

/** In the unit that locks a signer out: the one who looks after the document learns that only another code lets the signer in; if they are gone, owners and admins do. */
export async function tellLockedOut(document: Document, { id: signerId }: Signer): Promise<void> {
  if (CurrentTenant.get().environment !== 'live') return
  const [[person]] = await CurrentTenant.batch([responsibleOf(document)] as const)
  await Notice.leave('signer.locked_out', { signerId }, { to: person?.id })
}
