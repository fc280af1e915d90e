import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { Webhook } from 'standardwebhooks'
import { outbound } from '#config/outbound'
import { record } from '#app/events/record'
import { SYSTEM } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import type { Environment } from '#app/foundation/environment'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { publicHttp } from '#app/foundation/outbound/public_http'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Cell } from '#app/tenancy/cell'
import { wakeRelay } from '#app/queue/wake'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { roleName } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import Delivery from '#app/webhooks/deliveries/delivery'
import { DeliveryTransformer } from '#app/webhooks/deliveries/delivery_transformer'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { MAX_ENDPOINTS } from '#app/webhooks/endpoints/endpoint_limit'
import { NewSecret } from '#app/webhooks/endpoints/new_secret'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { Receiver } from '#tests/support/receiver'
import { until } from '#tests/support/until'
import { someoneWaits } from '#tests/support/waiting_statements'

const MINUTE = 60_000

test.group('Delivery', (group) => {
  let tenant: Tenant
  let receiver: Receiver
  let environment: Environment = 'live'
  const within = <T>(work: () => T) => CurrentTenant.run({ tenant: tenant.ref, environment }, work)

  group.each.setup(async () => {
    environment = 'live'
    tenant = await makeTenant()
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  const subscribe = (criteria: { events?: string[]; url?: string } = {}) =>
    within(() => Endpoint.register({ url: receiver.url, ...criteria }))
  const attempt = () => doWork(tenant, 'webhooks.deliver', { environment, early: true })
  const deliveries = () => within(() => Delivery.withAttempts().orderBy('created_at').orderBy('id'))
  const send = async () => {
    const event = await within(() => makeEvent())
    await attempt()
    return event
  }

  /** @returns what says of some work whether it wakes the relay */
  const watchRelay = (cleanup: (undo: () => void) => void) => {
    const woken: string[] = []
    cleanup(() => Outbox.wakeBy(wakeRelay))
    Outbox.wakeBy((cell) => woken.push(cell))
    return async (work: () => Promise<unknown>) => {
      woken.splice(0)
      await work()
      return woken.length > 0
    }
  }

  test('carries the bytes of the event, named and signed as the contract says', async ({
    assert,
  }) => {
    const { secret } = await subscribe()
    const event = await send()
    const [{ headers, body }] = receiver.calls
    const [delivery] = await deliveries()
    assert.equal(body, event.body)
    const digest = createHmac('sha256', secret.release()).update(body).digest('hex')
    assert.equal(headers['x-service-signature'], `sha256=${digest}`)
    assert.equal(headers['x-service-event'], 'document.sent')
    assert.equal(headers['x-service-delivery'], delivery.id)
    assert.equal(headers['x-service-attempt'], '1')
    assert.equal(headers['webhook-id'], event.id)
    assert.equal(headers['content-type'], 'application/json')
    const verified = new Webhook(secret.release()).verify(body, headers as Record<string, string>)
    assert.deepEqual(Object.keys(verified as object), ['event', 'data'])
  })

  test('is made with its event, and wakes the relay, only where an endpoint subscribes to that', async ({
    assert,
    cleanup,
  }) => {
    const wakesBy = watchRelay(cleanup)
    const leaves = async () => {
      await emptyOutbox()
      const wakes = await wakesBy(() => within(() => makeEvent('document.viewed')))
      return { kinds: (await outboxRows()).map(({ kind }) => kind), wakes }
    }
    const nothing = { kinds: [], wakes: false }
    const delivery = { kinds: ['webhooks.deliver'], wakes: true }
    assert.deepEqual(await leaves(), nothing)
    const { endpoint } = await subscribe({ events: ['document.completed', 'signer.*'] })
    assert.deepEqual(await leaves(), nothing)
    for (const events of [['document.viewed'], ['document.*'], ['*']]) {
      await within(() => endpoint.change(() => ({ events })))
      assert.deepEqual(await leaves(), delivery)
    }
    await within(() => endpoint.pause())
    assert.deepEqual(await leaves(), delivery)
    await within(() => endpoint.disable('by hand'))
    assert.deepEqual(await leaves(), nothing)
  })

  test('wakes the relay when it is made, and when its attempt leaves more to be done', async ({
    assert,
    cleanup,
  }) => {
    const wakes = watchRelay(cleanup)
    await subscribe()
    assert.isTrue(await wakes(() => within(() => makeEvent())))
    assert.isFalse(await wakes(attempt))
    await within(() => makeEvent())
    receiver.answers(() => ({ status: 410 })) // whether the endpoint is to be disabled is work of its own
    assert.isTrue(await wakes(attempt))
  })

  test('is logged with what the receiver answered', async ({ assert }) => {
    const { endpoint } = await subscribe()
    receiver.answers(() => ({
      status: 204,
      headers: { 'x-request-id': 'abc', 'set-cookie': 'x=y' },
    }))
    const event = await send()
    const [delivery] = await deliveries()
    const shown = DeliveryTransformer.transform(delivery)
    assert.containsSubset(shown, {
      object: 'delivery',
      webhookId: endpoint.id,
      eventId: event.id,
      event: 'document.sent',
      status: 'delivered',
      attempts: [{ number: 1, statusCode: 204, error: null, responseExcerpt: '' }],
      nextAttemptAt: null,
      replayOf: null,
    })
    assert.deepEqual(Object.keys(shown.attempts[0]), [
      'id',
      'number',
      'at',
      'statusCode',
      'error',
      'durationMs',
      'responseExcerpt',
    ])
    assert.equal(delivery.attempts[0].remoteAddress, '127.0.0.1')
    assert.property(delivery.attempts[0].responseHeaders, 'x-request-id')
    assert.notProperty(delivery.attempts[0].responseHeaders, 'set-cookie')
  })

  test('is tried five times with the same bytes, and is then exhausted', async ({ assert }) => {
    await subscribe()
    receiver.answers(() => ({ status: 500, body: 'down' }))
    const event = await send()
    const waits: number[] = []
    for (let made = 1; made < 5; made++) {
      const [{ nextAttemptAt, status }] = await deliveries()
      assert.equal(status, 'pending')
      waits.push(Math.round((nextAttemptAt!.getTime() - Date.now()) / MINUTE))
      await attempt()
    }
    const [{ status, nextAttemptAt, attempts }] = await deliveries()
    assert.deepEqual([status, nextAttemptAt], ['exhausted', null])
    assert.deepEqual(
      attempts.map(({ number }) => number),
      [1, 2, 3, 4, 5]
    )
    assert.deepEqual(
      receiver.calls.map(({ body }) => body),
      Array(5).fill(event.body)
    )
    assert.deepEqual(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.deepEqual(
      receiver.calls.map(({ headers }) => headers['x-service-attempt']),
      [...'12345']
    )
    assert.isTrue(waits[1] >= 3 && waits[2] >= 25 && waits[3] >= 204 && waits[3] <= 308, `${waits}`)
    assert.equal(await attempt(), 0)
  })

  test('is tried once on a plan with one attempt, and five times in its sandbox', async ({
    assert,
  }) => {
    tenant = await makeTenant({ plan: 'pro', withSandbox: true })
    receiver.answers(() => ({ status: 503 }))
    await subscribe()
    await send()
    assert.equal((await deliveries())[0].status, 'exhausted')
    environment = 'test'
    await subscribe()
    await send()
    assert.equal((await deliveries())[0].status, 'pending')
  })

  test('is not made on a plan without webhooks', async ({ assert }) => {
    tenant = await makeTenant({ plan: 'starter' })
    await subscribe()
    await send()
    assert.isEmpty(await deliveries())
  })

  test('follows no redirect and counts none as success', async ({ assert }) => {
    await subscribe()
    receiver.answers(() => ({ status: 307, headers: { location: receiver.url } }))
    await send()
    assert.lengthOf(receiver.calls, 1)
    const [{ status, attempts }] = await deliveries()
    assert.deepEqual([status, attempts[0].statusCode], ['pending', 307])
  })

  test('waits as long as the receiver asks, up to twice the delay', async ({ assert }) => {
    await subscribe()
    receiver.answers(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
    await send()
    const [{ nextAttemptAt }] = await deliveries()
    const wait = nextAttemptAt!.getTime() - Date.now()
    assert.isTrue(wait > 40_000 && wait <= 72_000, `${wait}`)
  })

  test('ends at 410, and disables the endpoint', async ({ assert }) => {
    const { endpoint } = await subscribe()
    receiver.answers(() => ({ status: 410 }))
    await send()
    assert.equal((await deliveries())[0].status, 'failed')
    const { status, disabledReason } = await within(() => Endpoint.findOrFail(endpoint.id))
    assert.deepEqual([status, disabledReason], ['disabled', 'gone'])
    await send()
    assert.lengthOf(receiver.calls, 1)
    assert.lengthOf(await deliveries(), 1)
  })

  test('records a receiver that cannot be reached as an attempt', async ({ assert }) => {
    await subscribe({ url: 'http://127.0.0.1:9/' })
    await send()
    const [{ status, attempts }] = await deliveries()
    assert.equal(status, 'pending')
    const [{ statusCode, error }] = attempts
    assert.deepEqual([statusCode, error], [null, 'connect (ECONNREFUSED)'])
  })

  test('goes to no private address, however the endpoint came by it', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => publicHttp.configure(outbound))
    const { endpoint } = await subscribe({ url: receiver.url.replace('http:', 'https:') })
    publicHttp.configure({ allowPrivate: new Set() })
    await within(() =>
      assert.rejects(() => Endpoint.register({ url: endpoint.url }), /public address/)
    )
    await send()
    const [{ attempts, status }] = await deliveries()
    assert.equal(attempts[0].error, 'url_forbidden')
    assert.equal(status, 'pending')
    assert.isEmpty(receiver.calls)
  })

  test('reads no more of an endless answer than it keeps room for', async ({ assert, cleanup }) => {
    const endless = createServer((request, response) => {
      request.resume()
      const flow = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      }
      response.on('drain', flow)
      flow()
    })
    await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done))
    cleanup(() => void endless.closeAllConnections())
    await subscribe({ url: `http://127.0.0.1:${(endless.address() as AddressInfo).port}/` })
    await send()
    endless.close()
    const [{ status, attempts }] = await deliveries()
    assert.equal(status, 'delivered')
    assert.lengthOf(attempts[0].responseExcerpt!, 8_192)
  })

  test('is made for the endpoints that listen, once each, also of an event that an earlier release fans out again', async ({
    assert,
  }) => {
    const { endpoint } = await subscribe({ events: ['document.sent'] })
    await subscribe({ events: ['document.completed'] })
    const { id } = await within(() => makeEvent())
    await within(() => unit(async () => Outbox.append({ kind: 'webhooks.fan_out', ref: id })))
    assert.equal(await doWork(tenant, 'webhooks.fan_out', { environment }), 1)
    await attempt()
    const made = await deliveries()
    assert.deepEqual(
      made.map(({ endpointId }) => endpointId),
      [endpoint.id]
    )
    assert.lengthOf(receiver.calls, 1)
  })

  test('has an id of its own for each of the most endpoints there may be, in the order of their events', async ({
    assert,
  }) => {
    for (let made = 0; made < MAX_ENDPOINTS; made += 1) await subscribe()
    await within(() =>
      unit(async () => {
        for (let index = 0; index < 2; index += 1)
          record({ name: 'document.sent', ref: 'doc', data: { index } })
      })
    )
    const made = await within(() => Delivery.query().orderBy('id'))
    assert.lengthOf(made, 2 * MAX_ENDPOINTS)
    assert.isTrue(made.every(({ id }) => isIdentifier('del', id)))
    assert.isTrue(made.every(({ id }) => environmentOf(id) === environment))
    const events = made.map(({ eventId }) => eventId)
    assert.deepEqual(events, events.toSorted())
  })

  test('is made by name, by noun or for everything', async ({ assert }) => {
    const filters = [['document.completed', 'document.sent'], ['document.*'], ['*'], ['webhook.*']]
    const made = await Promise.all(filters.map((events) => subscribe({ events })))
    await send()
    const told = (await deliveries()).map(({ endpointId }) => endpointId)
    assert.sameMembers(
      told,
      made.slice(0, 3).map(({ endpoint }) => endpoint.id)
    )
  })

  test('waits while its endpoint is paused, and goes out when it is enabled', async ({
    assert,
  }) => {
    const { endpoint } = await subscribe()
    await within(() => endpoint.pause())
    await send()
    const [{ status, nextAttemptAt }] = await deliveries()
    assert.deepEqual([status, nextAttemptAt], ['pending', null])
    assert.equal(await attempt(), 0)
    await within(() => endpoint.enable())
    assert.equal(await attempt(), 1)
    assert.lengthOf(receiver.calls, 1)
    assert.equal((await deliveries())[0].status, 'delivered')
  })

  test('ends when its paused endpoint is disabled', async ({ assert }) => {
    const { endpoint } = await subscribe()
    await within(() => endpoint.pause())
    await send()
    await within(() => endpoint.disable('by hand'))
    assert.equal((await deliveries())[0].status, 'failed')
    await within(() => endpoint.enable())
    assert.equal(await attempt(), 0)
    assert.isEmpty(receiver.calls)
  })

  test('ends when its paused endpoint answers 410 to what was on its way', async ({ assert }) => {
    const { endpoint } = await subscribe()
    receiver.answers(() => null)
    const first = send()
    await receiver.receives(1)
    await within(() => endpoint.pause())
    await send()
    assert.deepEqual(
      (await deliveries()).map(({ status }) => status),
      ['pending', 'pending']
    )
    receiver.release({ status: 410 })
    await first
    assert.deepEqual(
      (await deliveries()).map(({ status }) => status),
      ['failed', 'failed']
    )
  })

  for (const status of [410, 502])
    test(`says nothing of an endpoint that has another address by the time of a ${status}`, async ({
      assert,
    }) => {
      const { endpoint } = await subscribe()
      receiver.answers(() => null)
      const first = send()
      await receiver.receives(1)
      await within(() => endpoint.revise({ url: `${receiver.url}/corrected` }))
      receiver.release({ status })
      await first
      const now = await within(() => Endpoint.findOrFail(endpoint.id))
      assert.equal(now.status, 'enabled')
      assert.isNull(now.failingSince)
      // and what the old address did not take goes to the new one
      const [delivery] = await deliveries()
      assert.equal(delivery.status, 'pending')
      receiver.answers(() => ({ status: 204 }))
      assert.equal(await attempt(), 1)
      assert.equal((await deliveries())[0].status, 'delivered')
      assert.match(receiver.calls.at(-1)!.path, /\/corrected$/)
    })

  test('ends when its endpoint is disabled, and vanishes when it is deleted', async ({
    assert,
  }) => {
    const { endpoint } = await subscribe()
    receiver.answers(() => ({ status: 500 }))
    await send()
    await send()
    const calls = receiver.calls.length
    await within(() => endpoint.disable('by hand'))
    assert.equal(await attempt(), 2)
    assert.deepEqual(
      (await deliveries()).map(({ status }) => status),
      ['failed', 'failed']
    )
    await within(() => endpoint.enable())
    await within(() => makeEvent())
    await within(() => endpoint.delete())
    assert.equal(await attempt(), 1)
    assert.isEmpty(await deliveries())
    assert.lengthOf(receiver.calls, calls)
  })

  test('is not made for an endpoint that is being removed, which fails nothing that happens meanwhile', async ({
    assert,
  }) => {
    const { endpoint: gone } = await subscribe()
    const { endpoint: left } = await subscribe()
    const removed = Promise.withResolvers<void>()
    const told = Promise.withResolvers<void>()
    const removing = within(() =>
      unit(async () => {
        await gone.remove()
        removed.resolve()
        await told.promise
      })
    )
    await removed.promise
    const happening = within(() => makeEvent())
    await until(someoneWaits)
    told.resolve()
    await Promise.all([removing, happening])
    const made = await deliveries()
    assert.deepEqual(
      made.map(({ endpointId }) => endpointId),
      [left.id]
    )
  })

  test('waits for the removal of its endpoint with what is locked in one order: the trail, then the endpoint', async ({
    assert,
  }) => {
    const { endpoint } = await subscribe()
    const noted = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const happening = within(() =>
      unit(async () => {
        await SecurityTrail.lock()
        noted.resolve()
        await begun.promise
        record({ name: 'document.sent', ref: 'doc', data: {} })
      })
    )
    await noted.promise
    const removing = within(() => endpoint.remove({ by: SYSTEM }))
    await until(someoneWaits)
    begun.resolve()
    await Promise.all([happening, removing])
    assert.isEmpty(await deliveries())
  })

  test('leaves no work behind when its endpoint is removed, but what a worker has in hand', async ({
    assert,
  }) => {
    const other = await subscribe()
    const { endpoint } = await subscribe()
    for (let events = 0; events < 3; events++) await within(() => makeEvent())
    const lanes = async () => {
      const rows = await outboxRows()
      const scope = roleName(tenant.id, environment)
      const waiting = rows.filter((row) => row.scope === scope && row.kind === 'webhooks.deliver')
      return waiting.map(({ lane }) => (lane === endpoint.id ? 'removed' : 'other')).sort()
    }
    assert.deepEqual(await lanes(), ['other', 'other', 'other', 'removed', 'removed', 'removed'])
    await Cell.named('main').as('relay', (relay) =>
      relay.query(
        `update cell.outbox set lease_until = now() + interval '1 minute'
          where id = (select id from cell.outbox where lane = $1 limit 1)`,
        [endpoint.id]
      )
    )
    await within(() => endpoint.remove())
    assert.deepEqual(await lanes(), ['other', 'other', 'other', 'removed'])
    await within(() => other.endpoint.remove())
    assert.deepEqual(await lanes(), ['removed'])
  })

  test('is replayed as a delivery of its own, with the bytes of the first', async ({ assert }) => {
    await subscribe()
    const event = await send()
    const [first] = await deliveries()
    const replay = await within(() => first.replay())
    await attempt()
    const made = await deliveries()
    assert.deepEqual(
      made.map(({ replayOf }) => replayOf),
      [null, first.id]
    )
    assert.equal(made[1].status, 'delivered')
    const [before, after] = receiver.calls
    assert.equal(after.body, before.body)
    assert.equal(after.headers['webhook-id'], event.id)
    assert.equal(after.headers['x-service-delivery'], replay.id)
    assert.equal(after.headers['x-service-attempt'], '1')
  })

  test('is not replayed to a disabled endpoint', async ({ assert }) => {
    const { endpoint } = await subscribe()
    await send()
    await within(() => endpoint.disable('by hand'))
    const [first] = await deliveries()
    await within(() => assert.rejects(() => first.replay(), /disabled/))
  })

  test('of a test event goes to the endpoint that asked, whatever it listens to', async ({
    assert,
  }) => {
    const { endpoint } = await subscribe({ events: ['document.completed'] })
    await subscribe()
    await within(() => endpoint.test())
    await attempt()
    assert.deepEqual(
      (await deliveries()).map(({ endpointId }) => endpointId),
      [endpoint.id]
    )
    assert.equal(JSON.parse(receiver.calls[0].body).event, 'webhook.test')
  })

  test('carries both signatures while the secret is replaced', async ({ assert }) => {
    const { endpoint, secret } = await subscribe()
    const next = await within(() => NewSecret.give(endpoint))
    await send()
    const [{ headers, body }] = receiver.calls
    for (const one of [secret, next])
      assert.doesNotThrow(() =>
        new Webhook(one.release()).verify(body, headers as Record<string, string>)
      )
    const digest = createHmac('sha256', secret.release()).update(body).digest('hex')
    assert.equal(headers['x-service-signature'], `sha256=${digest}`)
  })
})
