import { HOUR_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import TooManyReplays from '../errors/too_many_replays.js'

export const MAX_REPLAYS_AN_HOUR = 5_000

const RECENT = `
  select count(*)::int as count from webhook_deliveries
   where endpoint_id = $1 and created_at > $2 and replay_of is not null`

/** Sending again costs us and the receiver as much as sending; counted where it is done, under the endpoint's lock. */
export const ReplayLimit = {
  /** @returns how many more may be sent again now */
  async left(endpointId: string): Promise<number> {
    const since = new Date(tenantClock.now().getTime() - HOUR_MS)
    const [[{ count }]] = await CurrentTenant.batch([
      query<{ count: number }>(RECENT, [endpointId, since]),
    ])
    return Math.max(0, MAX_REPLAYS_AN_HOUR - count)
  },

  /** @throws TooManyReplays */
  async require(endpointId: string, wanted: number): Promise<void> {
    if ((await this.left(endpointId)) < wanted) throw new TooManyReplays(MAX_REPLAYS_AN_HOUR)
  },
}
