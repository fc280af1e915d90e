import { CurrentTenant } from '#app/tenancy/current_tenant'
import TooManyEndpoints from '../errors/too_many_endpoints.js'

/** In each environment of a tenant. */
export const MAX_ENDPOINTS = 20

/**
 * All rows are locked first: of two who make the last one at the same time, the second then counts the first's.
 *
 * @throws TooManyEndpoints
 */
export async function refuseTheNextAfter(limit: number): Promise<void> {
  await CurrentTenant.batch([{ text: 'select id from webhook_endpoints for no key update' }])
  const [[{ count }]] = await CurrentTenant.batch([
    { text: 'select count(*)::int as count from webhook_endpoints' },
  ])
  if (Number(count) >= limit) throw new TooManyEndpoints(limit)
}
