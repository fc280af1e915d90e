import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import type { RowOf } from '#app/tenancy/row'
import Notice from '#app/tenants/notice'

const PERSON = 'select id from users where id = $1 and disabled_at is null'

/** In the unit that locks a signer out: the one who looks after the document learns that only another code lets the signer in; if they are gone, owners and admins do. */
export async function tellLockedOut(
  { responsibleId }: Document,
  { id: signerId }: Signer
): Promise<void> {
  if (CurrentTenant.get().environment !== 'live') return
  const [[person]] = await CurrentTenant.batch([
    query<RowOf<'users', 'id'>>(PERSON, [responsibleId]),
  ] as const)
  await Notice.leave('signer.locked_out', { signerId }, { to: person?.id })
}
