import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Lease, type Work } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query, type Statement } from '#app/tenancy/statement'

const PARK = `
  update webhook_deliveries set next_attempt_at = null where id = $1 and status = 'pending'
     and exists (select 1 from webhook_endpoints where id = endpoint_id and status = 'paused')
  returning id`

const RELEASE = `
  update webhook_deliveries set next_attempt_at = clock_timestamp()
   where endpoint_id = $1 and status = 'pending' and next_attempt_at is null returning id`

const GIVE_UP = `
  update webhook_deliveries set status = 'failed'
   where endpoint_id = $1 and status = 'pending' and next_attempt_at is null
     and exists (select 1 from webhook_endpoints where id = $1 and url = coalesce($2, url))`

export const DELIVER = 'webhooks.deliver'

/** Deliveries of a paused endpoint: pending, with no next attempt and no work in the outbox until the endpoint is enabled again. */
export const ParkedDeliveries = {
  /** @returns false when the endpoint is not paused any more */
  async park(deliveryId: string, endpointId: string, lease: Lease): Promise<boolean> {
    return unit(async () => {
      // enabling the endpoint waits for this lock, then finds what was parked
      await CurrentTenant.batch([
        { text: 'select 1 from webhook_endpoints where id = $1 for share', values: [endpointId] },
      ])
      const [parked] = await CurrentTenant.batch([{ text: PARK, values: [deliveryId] }])
      if (parked.length === 1) await Outbox.finish(lease)
      return parked.length === 1
    })
  },

  async release(endpointId: string): Promise<void> {
    const [released] = await CurrentTenant.batch([
      query<RowOf<'webhook_deliveries', 'id'>>(RELEASE, [endpointId]),
    ])
    const works = released.map(({ id }): Work => ({ kind: DELIVER, lane: endpointId, ref: id }))
    Outbox.append(...works)
  },

  /** Its endpoint was disabled: there is no work that would end them. */
  async giveUp(endpointId: string): Promise<void> {
    await CurrentTenant.batch([ParkedDeliveries.givingUp(endpointId)])
  },

  /** The same as part of a batch, after the endpoint is locked. @param url  unless it has another by now */
  givingUp(endpointId: string, url: string | null = null): Statement {
    return { text: GIVE_UP, values: [endpointId, url] }
  },
}
