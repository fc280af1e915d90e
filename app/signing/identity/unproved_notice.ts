import Document from '#app/documents/document'
import { responsibleOf } from '#app/documents/responsible'
import type Signer from '#app/documents/signers/signer'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type { IdentityFailure } from './identity_failure.js'

/** What no further attempt of the signer mends. */
const FOR_GOOD: readonly IdentityFailure[] = [
  'other_person',
  'no_address',
  'turned_off',
  'not_proved',
]

const LOCKED = 'select id from signers where id = $1 for update'
const TOLD = `select 1 from notices where kind = 'signer.unproved'
  and details ->> 'signerId' = $1 and details ->> 'reason' = $2 limit 1`

/** The one who looks after the document learns once for each reason that a signer depends on them; if they are gone, owners and admins do. */
export async function tellUnproved(signer: Signer, reason: IdentityFailure): Promise<void> {
  if (!FOR_GOOD.includes(reason)) return
  const document = await Document.find(signer.documentId)
  if (!document?.isOpen) return
  await unit(async () => {
    const [, told, [person]] = await CurrentTenant.batch([
      { text: LOCKED, values: [signer.id] },
      { text: TOLD, values: [signer.id, reason] },
      responsibleOf(document),
    ])
    if (told.length > 0) return
    const to = person?.id as string | undefined
    await Notice.leave('signer.unproved', { signerId: signer.id, reason }, { to })
  })
}
