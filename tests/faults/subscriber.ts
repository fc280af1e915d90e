import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { record } from '#app/events/record'
import type Tenant from '#app/tenants/tenant'
import Delivery from '#app/webhooks/deliveries/delivery'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { makeTenant } from '#tests/factories/tenant_factory'
import { outboxRows } from '#tests/support/outbox_view'
import { Receiver } from '#tests/support/receiver'
import { until } from '#tests/support/until'

/** A tenant whose events go to a receiver, and what has become of them. */
export class Subscriber {
  private constructor(
    readonly tenant: Tenant,
    readonly receiver: Receiver
  ) {}

  static async open(): Promise<Subscriber> {
    const subscriber = new Subscriber(
      await makeTenant({ hasPassword: true }),
      await Receiver.open()
    )
    await subscriber.within(() => Endpoint.register({ url: subscriber.receiver.url }))
    return subscriber
  }

  within<T>(work: () => T): T {
    return CurrentTenant.run({ tenant: this.tenant.ref, environment: 'live' }, work)
  }

  /** Events of one committed unit. */
  async happen(count = 1): Promise<void> {
    await this.within(() =>
      unit(async () => {
        for (let index = 0; index < count; index++)
          record({ name: 'document.signed', ref: 'doc', data: { index } })
      })
    )
  }

  endpoint(): Promise<Endpoint> {
    return this.within(() => Endpoint.query().firstOrFail())
  }

  deliveries(): Promise<Delivery[]> {
    return this.within(() => Delivery.withAttempts().orderBy('id'))
  }

  /** Waits until so many deliveries have been delivered, and none is left. */
  async delivered(count: number, giveUpAfterMs?: number): Promise<Delivery[]> {
    let found: Delivery[] = []
    await until(async () => {
      found = await this.deliveries()
      return found.length >= count && found.every(({ status }) => status === 'delivered')
    }, giveUpAfterMs)
    return found
  }

  /** How often each event arrived, by its `webhook-id`. */
  get arrivals(): Map<string, number> {
    const ids = this.receiver.calls.map(({ headers }) => String(headers['webhook-id']))
    return new Map(
      Map.groupBy(ids, (id) => id)
        .entries()
        .map(([id, calls]) => [id, calls.length])
    )
  }

  /** Waits until so many deliveries are delivered and no work is left. @returns how many there are, their numbers of attempts, and the events that arrived */
  async settled(count: number, giveUpAfterMs: number) {
    const deliveries = await this.delivered(count, giveUpAfterMs)
    await until(async () => (await outboxRows()).length === 0, giveUpAfterMs).catch(async () => {
      throw new Error(`Still in the outbox: ${JSON.stringify(await outboxRows())}`)
    })
    return {
      deliveries: deliveries.length,
      attempts: new Set(deliveries.map(({ attempts }) => attempts.length)),
      events: this.arrivals.size,
    }
  }

  close(): Promise<void> {
    return this.receiver.close()
  }
}
