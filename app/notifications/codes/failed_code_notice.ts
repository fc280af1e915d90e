import type Document from '#app/documents/document'
import { responsibleOf } from '#app/documents/responsible'
import type Signer from '#app/documents/signers/signer'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'

const TOLD = `select 1 from notices where kind = 'signer.code_failed'
  and details ->> 'signerId' = $1 and details ->> 'code' = $2 and created_at > $3 limit 1`

/**
 * In the unit that gives up a code of live: the one who looks after the document learns once a day, for each reason, that a signer waits for it; if
 * they are gone, owners and admins do.
 */
export async function tellCodeFailed(
  document: Document,
  { id: signerId }: Signer,
  code: string
): Promise<void> {
  const since = new Date(clock.now().getTime() - DAY_MS)
  const [told, [person]] = await CurrentTenant.batch([
    { text: TOLD, values: [signerId, code, since] },
    responsibleOf(document),
  ])
  if (told.length > 0) return
  const to = person?.id as string | undefined
  await Notice.leave('signer.code_failed', { signerId, code }, { to })
}
