import Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import type { RowOf } from '#app/tenancy/row'
import Notice from '#app/tenants/notice'

const PERSON = 'select id from users where id = $1 and disabled_at is null'

/** The one who looks after the document learns that only another code lets the signer in; if they are gone, owners and admins do. */
export async function tellLockedOut(signer: Signer): Promise<void> {
  if (CurrentTenant.get().environment !== 'live') return
  const document = await Document.find(signer.documentId)
  if (!document) return
  await unit(async () => {
    const [[person]] = await CurrentTenant.batch([
      query<RowOf<'users', 'id'>>(PERSON, [document.responsibleId]),
    ] as const)
    await Notice.leave('signer.locked_out', { signerId: signer.id }, { to: person?.id })
  })
}
