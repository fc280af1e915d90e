import { test } from '@japa/runner'
import type { EventName } from '#app/events/event_name'
import { SYSTEM } from '#app/audit/actor'
import { HOUR_MS } from '#app/foundation/duration'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import Delivery from '#app/webhooks/deliveries/delivery'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { missedSince } from '#app/webhooks/deliveries/missed_since'
import { MAX_REPLAYS_AN_HOUR } from '#app/webhooks/deliveries/replay_limit'
import { Replays } from '#app/webhooks/deliveries/replays'
import Event from '#app/webhooks/events/event'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'

test.group('Replays', (group) => {
  let tenant: Tenant
  let receiver: Receiver
  let endpoint: Endpoint
  const within = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

  group.each.setup(async () => {
    tenant = await makeTenant()
    receiver = await Receiver.open()
    endpoint = await register(['document.*'])
    return () => receiver.close()
  })

  const register = async (events = ['*']) =>
    (await within(() => Endpoint.register({ url: receiver.url, events }))).endpoint
  const deliver = async () => {
    for (let made = 0; made < 5; made++) await doWork(tenant, 'webhooks.deliver', { early: true })
  }
  const happen = async (...names: EventName[]) => {
    const bodies: string[] = []
    for (const name of names) bodies.push((await within(() => makeEvent(name))).body)
    await deliver()
    return bodies
  }
  const deliveries = (of = endpoint.id) =>
    within(() => Delivery.query().where('endpoint_id', of).orderBy('created_at').orderBy('id'))
  const order = (to = endpoint.id) => ({ from: endpoint.id, to, by: SYSTEM })
  const missed = (since = new Date(0), to = endpoint.id) =>
    within(() => Replays.missed(since, order(to)))

  test('send a selection again with the bytes of the first time, and write down who did', async ({
    assert,
  }) => {
    const bodies = await happen('document.sent', 'document.viewed', 'document.signed')
    const [first, , third] = await deliveries()
    receiver.calls.length = 0
    const ids = [first.id, third.id, 'del_unknown']
    assert.equal(await within(() => Replays.selected(ids, order())), 2)
    await deliver()
    assert.deepEqual(
      receiver.calls.map(({ body }) => body),
      [bodies[0], bodies[2]]
    )
    const made = (await deliveries()).slice(3)
    assert.deepEqual(
      made.map(({ replayOf }) => replayOf),
      [first.id, third.id]
    )
    const [[entry]] = await within(() =>
      CurrentTenant.batch([
        { text: `select body from security_entries where action = 'webhook.replayed'` },
      ])
    )
    assert.include(String(entry.body), '"count":2')
  })

  test('go to another endpoint, which is not asked what it listens to', async ({ assert }) => {
    const other = await register(['document.voided'])
    await happen('document.sent')
    const [first] = await deliveries()
    assert.equal(await within(() => Replays.selected([first.id], order(other.id))), 1)
    await deliver()
    assert.containsSubset(await deliveries(other.id), [
      { status: 'delivered', event: 'document.sent', replayOf: first.id },
    ])
  })

  test('send what failed since a time, what was delivered not, and each once', async ({
    assert,
  }) => {
    receiver.answers(() => ({ status: 500 }))
    await happen('document.sent', 'document.viewed')
    receiver.answers(() => ({ status: 200 }))
    await happen('document.signed', 'usage.threshold_reached')
    assert.equal(await missed(new Date(Date.now() + 60_000)), 0)
    assert.equal(await missed(), 2)
    assert.equal(await missed(), 0)
    await deliver()
    assert.equal(await missed(), 0)
    const made = await deliveries()
    assert.sameMembers(
      made.filter(({ status }) => status === 'delivered').map(({ event }) => event),
      ['document.sent', 'document.viewed', 'document.signed']
    )
  })

  test('begin with the event whose failure was the first, or that was given up last', async ({
    assert,
  }) => {
    receiver.answers(() => ({ status: 500 }))
    await happen('document.sent')
    receiver.answers(() => ({ status: 200 }))
    await happen('document.viewed')
    receiver.answers(() => ({ status: 410 }))
    await happen('document.signed')
    await doWork(tenant, 'webhooks.watch')
    const gone = await within(() => Endpoint.findOrFail(endpoint.id))
    assert.equal(gone.status, 'disabled')
    const [sent, , signed] = await within(() => Event.after(0, 3))
    const since = async () => (await within(() => missedSince(gone)))?.toISOString()
    const failedAt = (code: number, at: Date) =>
      within(() =>
        CurrentTenant.batch([
          {
            text: 'update webhook_attempts set at = $2 where status_code = $1',
            values: [code, at],
          },
        ])
      )
    await failedAt(500, new Date(Date.now() - HOUR_MS))
    assert.equal(await since(), signed.view.createdAt)
    await failedAt(500, new Date())
    assert.equal(await since(), sent.view.createdAt)
    const at = new Date((await since())!)
    await within(() => gone.enable())
    assert.equal(await missed(at), 2)
  })

  test('send also what nobody tried while the endpoint was disabled', async ({ assert }) => {
    await within(() => endpoint.disable('gone'))
    const bodies = await happen('document.sent', 'tenant.created')
    assert.isEmpty(await deliveries())
    await within(() => endpoint.enable())
    assert.equal(await missed(endpoint.missesSince!), 1)
    await deliver()
    assert.deepEqual(
      receiver.calls.map(({ body }) => body),
      [bodies[0]]
    )
  })

  test('are refused to a disabled endpoint, and beyond so many an hour', async ({ assert }) => {
    await happen('document.sent')
    const [first] = await deliveries()
    const again = () => within(() => Replays.selected([first.id], order()))
    await within(() => endpoint.disable('gone'))
    await assert.rejects(again, /disabled/)
    await within(() => endpoint.enable())
    await within(() =>
      CurrentTenant.batch([
        {
          text: `insert into webhook_deliveries (id, endpoint_id, event_id, event, status, replay_of, created_at)
                 select 'del_' || n, $1, $2, 'document.sent', 'delivered', $3, now() from generate_series(1, $4) n`,
          values: [endpoint.id, first.eventId, first.id, MAX_REPLAYS_AN_HOUR],
        },
      ])
    )
    await assert.rejects(again, /5,000 deliveries an hour/)
    await within(() => assert.rejects(() => first.replay(), /5,000 deliveries an hour/))
    assert.lengthOf(await deliveries(), MAX_REPLAYS_AN_HOUR + 1)
  })
})
