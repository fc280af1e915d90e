import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import type { DocumentChange } from '../document_change.js'
import type Signer from './signer.js'

/** That somebody fetched the link of a signer: who it was is not known. */
export type LinkFetch = RowOf<'link_fetches', 'id' | 'ip_address' | 'user_agent'>

const UNTOLD = `select id, ip_address, user_agent from link_fetches
  where signer_id = $1 and recorded_at is null order by first_at`
const TOLD = 'update link_fetches set recorded_at = $2 where id = $1'

/** Writes a fetch into the trail, under the name that the signer has. */
export function logFetch(change: DocumentChange, signer: Signer, fetch: LinkFetch): void {
  const client = { ipAddress: fetch.ip_address, userAgent: fetch.user_agent }
  change.log({ action: 'link.fetched', actor: signer.actor(client) })
  change.write({ text: TOLD, values: [fetch.id, tenantClock.now()] })
}

/** Before another person takes a signer's place: fetches that the queue has not come to yet were of the link of the one before. */
export async function logFetchesUntilNow(change: DocumentChange, signer: Signer): Promise<void> {
  const [fetches] = await CurrentTenant.batch([query<LinkFetch>(UNTOLD, [signer.id])])
  for (const fetch of fetches) logFetch(change, signer, fetch)
}
