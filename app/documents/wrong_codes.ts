import type { Actor } from '#app/audit/actor'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import type { DocumentChange } from './document_change.js'
import { accessCheckOf } from './signers/access_code.js'
import type Signer from './signers/signer.js'

const FORGET = 'delete from access_attempts where signer_id = $1 returning failures'

/**
 * Lets a signer try again at the code they are asked for. The trail says so where there were wrong ones, or another code was agreed.
 *
 * @param options.isOtherCode  whether it is another one than before, of one who has signed: what they are asked for stays the same
 */
export async function forgetWrongCodes(
  change: DocumentChange,
  signer: Signer,
  by: Actor,
  { isOtherCode = false } = {}
): Promise<void> {
  const [[row]] = await CurrentTenant.batch([
    query<RowOf<'access_attempts', 'failures'>>(FORGET, [signer.id]),
  ])
  if (!row && !isOtherCode) return
  const details = {
    ...{ signerId: signer.id, method: accessCheckOf(signer), failures: row?.failures ?? 0 },
    ...(isOtherCode && { isOtherCode }),
  }
  change.log({ action: 'access.unlocked', actor: by, details })
}
