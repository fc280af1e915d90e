import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { asSuperuser } from '#tests/support/superuser'

const BUSY = `select count(*)::int as count from pg_stat_activity
  where state like 'idle in transaction%' and query like '%from events%'`

test.group('API | GET events that are to come', (group) => {
  let tenant: Tenant
  let client: ApiClient
  let cursor: string
  group.setup(async () => {
    tenant = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(tenant, 'test')
    cursor = String((await client.get('/api/v1/events')).body.nextCursor)
  })

  const wait = (seconds: number) => client.get(`/api/v1/events?cursor=${cursor}&wait=${seconds}`)

  test('refuses a sixth request that waits, and holds nothing of PostgreSQL for the five', async ({
    assert,
  }) => {
    const five = Array.from({ length: 5 }, () => wait(3))
    await pause(1_500)
    const { rows } = await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query<{ count: number }>(BUSY)
    )
    assert.equal(rows[0].count, 0)
    const sixth = await wait(3)
    assert.equal(sixth.status, 429)
    assert.equal(sixth.headers['retry-after'], '5')
    for (const { status, body } of await Promise.all(five)) {
      assert.equal(status, 200)
      assert.deepEqual(body.data, [])
    }
  })

  test('waits as long as it is asked to', async ({ assert }) => {
    for (const seconds of [1, 2]) {
      const from = performance.now()
      assert.deepEqual((await wait(seconds)).body.data, [])
      assert.isAtLeast(performance.now() - from, seconds * 1_000 - 5)
    }
  })

  test('answers as soon as there is one', async ({ assert }) => {
    const answer = wait(20)
    await pause(500)
    const { id } = await CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, () =>
      makeEvent()
    )
    const { body } = await answer
    assert.deepEqual(
      (body.data as { id: string }[]).map((event) => event.id),
      [id]
    )
  })

  test('takes no longer wait than it documents', async ({ assert }) => {
    assert.equal((await wait(21)).status, 422)
  })
})
