import { test } from '@japa/runner'
import type { Environment } from '#app/foundation/environment'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import Delivery from '#app/webhooks/deliveries/delivery'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { STRIKES } from '#app/webhooks/endpoints/endpoint_health'
import { WATCH } from '#app/webhooks/endpoints/endpoint_watch'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'

const DAY = 24 * 60

test.group('Endpoint | health', (group) => {
  let tenant: Tenant
  let receiver: Receiver
  let endpoint: Endpoint
  let environment: Environment = 'live'
  const within = <T>(work: () => T) => CurrentTenant.run({ tenant: tenant.ref, environment }, work)

  group.each.setup(async () => {
    environment = 'live'
    tenant = await makeTenant({ withSandbox: true })
    receiver = await Receiver.open()
    endpoint = await register()
    return () => receiver.close()
  })

  const register = async () =>
    (await within(() => Endpoint.register({ url: receiver.url }))).endpoint
  const now = () => within(() => Endpoint.findOrFail(endpoint.id))
  const happen = async (times: number) => {
    for (let count = 0; count < times; count++) await within(() => makeEvent())
  }
  const attempt = () => doWork(tenant, 'webhooks.deliver', { environment, early: true })
  const deliveries = () => within(() => Delivery.withAttempts().orderBy('created_at').orderBy('id'))
  const attempts = async () => (await deliveries()).flatMap((delivery) => delivery.attempts)
  /** The same as if so many minutes had gone by for the endpoint. */
  const age = (minutes: number) =>
    within(() =>
      CurrentTenant.batch([
        {
          text: `update webhook_endpoints set failing_since = failing_since - $1 * interval '1 minute',
                   rests_until = rests_until - $1 * interval '1 minute', warned_at = warned_at - $1 * interval '1 minute'`,
          values: [minutes],
        },
      ])
    )
  const notices = () =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      const [rows] = await CurrentTenant.batch([{ text: 'select kind from notices order by id' }])
      return rows.map(({ kind }) => kind)
    })

  for (const [what, status] of [
    ['a gateway with nobody behind', 503],
    ['no answer', null],
  ] as const)
    test(`rests after ${STRIKES} times ${what}: what waits is put off and counts nothing`, async ({
      assert,
    }) => {
      if (status) receiver.answers(() => ({ status }))
      else await receiver.close()
      await happen(STRIKES + 7)
      await attempt()
      assert.lengthOf(await attempts(), STRIKES)
      const waiting = (await deliveries()).filter(({ attemptCount }) => attemptCount === 0)
      assert.lengthOf(waiting, 7)
      for (const { status: of, nextAttemptAt } of waiting) {
        assert.equal(of, 'pending')
        assert.isAbove(nextAttemptAt!.getTime(), Date.now())
      }
      assert.isAbove((await now()).restsUntil!.getTime(), Date.now())
      await attempt()
      assert.lengthOf(await attempts(), STRIKES)
      if (!status) receiver = await Receiver.open()
    })

  test('lets one delivery look whether somebody is there, and the rest follows when there is', async ({
    assert,
  }) => {
    receiver.answers(() => ({ status: 502 }))
    await happen(STRIKES + 4)
    await attempt()
    await age(1)
    await attempt()
    assert.lengthOf(receiver.calls, STRIKES + 1)
    const { restsUntil, strikes } = await now()
    assert.equal(strikes, STRIKES + 1)
    assert.isAbove(restsUntil!.getTime() - Date.now(), 40_000)
    receiver.answers(() => ({ status: 200 }))
    await age(2)
    await attempt()
    await attempt()
    assert.isTrue((await deliveries()).every(({ status }) => status === 'delivered'))
    assert.containsSubset(await now(), { strikes: 0, restsUntil: null, failingSince: null })
  })

  test('does not rest for an hour that the clock was set back by', async ({ assert }) => {
    receiver.answers(() => ({ status: 502 }))
    await happen(STRIKES + 1)
    await attempt()
    receiver.answers(() => ({ status: 200 }))
    await age(-60)
    await attempt()
    assert.isNull((await now()).restsUntil)
  })

  test('does not rest where somebody answers, however badly', async ({ assert }) => {
    receiver.answers(() => ({ status: 500 }))
    await happen(STRIKES + 3)
    await attempt()
    assert.lengthOf(receiver.calls, STRIKES + 3)
    assert.containsSubset(await now(), { strikes: 0, restsUntil: null })
  })

  test('sends a test at once also while it rests, and is sound again when that is taken', async ({
    assert,
  }) => {
    receiver.answers(() => ({ status: 503 }))
    await happen(STRIKES)
    await attempt()
    receiver.answers(() => ({ status: 200 }))
    await within(() => endpoint.test())
    await doWork(tenant, 'webhooks.deliver')
    assert.lengthOf(receiver.calls, STRIKES + 1)
    assert.isNull((await now()).restsUntil)
  })

  test('forgets it all when its address changes or it is enabled by hand', async ({ assert }) => {
    receiver.answers(() => ({ status: 503 }))
    await happen(STRIKES)
    await attempt()
    await within(async () => (await now()).revise({ name: 'CRM' }))
    assert.isNotNull((await now()).restsUntil)
    await within(async () => (await now()).revise({ url: `${receiver.url}/new` }))
    assert.containsSubset(await now(), { strikes: 0, restsUntil: null, failingSince: null })
  })

  const useUp = async (count: number) => {
    receiver.answers(() => ({ status: 500 }))
    await happen(count)
    for (let made = 0; made < 5; made++) await attempt()
  }
  const failOnce = async () => {
    await happen(1)
    await attempt()
    return doWork(tenant, WATCH, { environment })
  }

  test('is disabled after five days without success, and its owners are notified a day before', async ({
    assert,
  }) => {
    await useUp(3)
    assert.equal((await now()).givenUp, 3)
    await age(3 * DAY)
    assert.equal(await failOnce(), 0)
    await age(DAY)
    await failOnce()
    assert.deepEqual(await notices(), ['webhook.failing'])
    assert.equal((await now()).status, 'enabled')
    await age(DAY - 60)
    await failOnce()
    assert.equal((await now()).status, 'enabled')
    await age(60)
    await failOnce()
    assert.containsSubset(await now(), { status: 'disabled', disabledReason: 'failing' })
    assert.deepEqual(await notices(), ['webhook.failing', 'webhook.disabled'])
    await doWork(tenant, WATCH)
    assert.lengthOf(await notices(), 2)
  })

  test('is not disabled for fewer than three deliveries, nor after a success', async ({
    assert,
  }) => {
    await useUp(2)
    await age(6 * DAY)
    await failOnce()
    assert.isEmpty(await notices())
    receiver.answers(() => ({ status: 200 }))
    await happen(1)
    await attempt()
    assert.containsSubset(await now(), { status: 'enabled', failingSince: null, givenUp: 0 })
  })

  test('tells of 410 once, and of nothing in the sandbox', async ({ assert }) => {
    receiver.answers(() => ({ status: 410 }))
    await happen(1)
    await attempt()
    await doWork(tenant, WATCH)
    assert.deepEqual(await notices(), ['webhook.disabled'])
    environment = 'test'
    endpoint = await register()
    await happen(1)
    await attempt()
    await doWork(tenant, WATCH, { environment })
    assert.equal((await now()).status, 'disabled')
    assert.lengthOf(await notices(), 1)
  })
})
