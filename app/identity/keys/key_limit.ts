import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import TooManyKeys from '../errors/too_many_keys.js'

/** In force at the same time in an environment; who needs more has lost sight of them. */
export const MAX_KEYS = 100

const IN_FORCE = `
  select count(*)::int as count from api_keys
   where environment = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`

/** @throws TooManyKeys */
export async function refuseMoreThan(limit: number, environment: Environment): Promise<void> {
  const [[{ count }]] = await CurrentTenant.batch([
    query<{ count: number }>(IN_FORCE, [environment, clock.now()]),
  ])
  if (count > limit) throw new TooManyKeys(limit)
}
