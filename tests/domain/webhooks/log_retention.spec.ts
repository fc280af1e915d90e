import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import Attempt from '#app/webhooks/deliveries/attempt'
import Delivery from '#app/webhooks/deliveries/delivery'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'

test.group('Log of webhooks', (group) => {
  let tenant: Tenant
  let receiver: Receiver
  let endpoint: Endpoint
  const within = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

  group.each.setup(async () => {
    tenant = await makeTenant({ hasPassword: true })
    receiver = await Receiver.open()
    endpoint = (await within(() => Endpoint.register({ url: receiver.url }))).endpoint
    return () => {
      clock.restore()
      return receiver.close()
    }
  })

  const happen = async () => {
    const { id } = await within(() => makeEvent())
    await doWork(tenant, 'webhooks.fan_out')
    await doWork(tenant, 'webhooks.deliver')
    return id
  }
  /** As if so many days had gone by since everything; by the clock of the process one passes. */
  const age = async (days: number) => {
    clock.travel(DAY_MS)
    await within(() =>
      CurrentTenant.batch(
        ['events', 'webhook_deliveries'].map((table) => ({
          text: `update ${table} set recorded_at = recorded_at - $1 * interval '1 day'`,
          values: [days],
        }))
      )
    )
  }
  const events = async () => {
    const [rows] = await within(() =>
      CurrentTenant.batch([{ text: 'select id from events order by position' }])
    )
    return rows.map(({ id }) => id)
  }

  test('keeps events, deliveries and attempts for thirty days', async ({ assert }) => {
    await happen()
    await age(28)
    const kept = await happen()
    assert.lengthOf(await events(), 2)
    await age(3)
    const last = await happen()
    assert.deepEqual(await events(), [kept, last])
    assert.lengthOf(await within(() => Delivery.all()), 2)
    assert.lengthOf(await within(() => Attempt.all()), 2)
  })

  test('keeps what waits for a paused endpoint, and what was sent again since', async ({
    assert,
  }) => {
    const again = await happen()
    await within(() => endpoint.pause())
    const waiting = await happen()
    await age(31)
    const [first] = await within(() => Delivery.query().where('event_id', again))
    await within(() => first.replay())
    const last = await happen()
    assert.deepEqual(await events(), [again, waiting, last])
    await within(() => endpoint.enable())
    await doWork(tenant, 'webhooks.deliver')
    assert.lengthOf(receiver.calls, 4)
  })

  test('lets nothing grow old where no endpoint listens any more', async ({ assert }) => {
    await happen()
    await within(() => endpoint.disable('by hand'))
    await happen()
    await age(32)
    const last = await happen()
    assert.deepEqual(await events(), [last])
  })

  test('looks for what is too old with the first events of a day alone', async ({ assert }) => {
    await happen()
    await happen()
    await within(() =>
      CurrentTenant.batch([
        {
          text: `update events set recorded_at = recorded_at - interval '40 days' where position = 1`,
        },
        { text: `update webhook_deliveries set recorded_at = recorded_at - interval '40 days'` },
      ])
    )
    await happen()
    assert.lengthOf(await events(), 3)
  })
})
