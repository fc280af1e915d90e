import type { Actor } from '#app/audit/actor'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import Document from './document.js'
import { remind } from './reminder.js'
import OwnAddressRefused from './errors/own_address_refused.js'
import SignerNotFound from './errors/signer_not_found.js'
import SignersUnreachable from './errors/signers_unreachable.js'

const DOCUMENT = 'select document_id from signers where id = $1'

/**
 * Reminds somebody who asks for it themselves, of a document that they need not see. The mail goes to the signer's address, which is looked at under the lock: it may be
 * corrected at this moment.
 *
 * @param email  of the one who asks; as another signer they are nobody
 * @throws SignerNotFound, OwnAddressRefused, and what else `remind` throws
 */
export async function remindOneself(signerId: string, email: string, by: Actor): Promise<void> {
  const [[row]] = await CurrentTenant.batch([
    query<RowOf<'signers', 'document_id'>>(DOCUMENT, [signerId]),
  ])
  if (!row) throw new SignerNotFound()
  await Document.change(row.document_id, async (change) => {
    const signer = change.document.signers.find(({ id }) => id === signerId)
    if (signer?.email.toLowerCase() !== email.toLowerCase()) throw new SignerNotFound()
    try {
      await remind(change, by, signerId)
    } catch (error) {
      throw error instanceof SignersUnreachable ? new OwnAddressRefused() : error
    }
  })
}
