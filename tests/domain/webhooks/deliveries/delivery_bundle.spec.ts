import { test } from '@japa/runner'
import { WorkTable } from '#app/queue/work_table'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import Delivery from '#app/webhooks/deliveries/delivery'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { roundTripsOf } from '#tests/support/round_trips'
import { doWork } from '#tests/support/inline_work'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { Receiver } from '#tests/support/receiver'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const MANY = 10

test.group('Delivery | in a bundle', (group) => {
  let tenant: Tenant
  let receiver: Receiver
  const within = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

  group.each.setup(async () => {
    await emptyOutbox()
    tenant = await makeTenant({ hasPassword: true })
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  const subscribe = async (url = receiver.url) =>
    (await within(() => Endpoint.register({ url }))).endpoint
  const happen = async (count: number) => {
    for (let made = 0; made < count; made++) await within(() => makeEvent())
  }
  const deliver = () => doWork(tenant, 'webhooks.deliver', { atOnce: true, early: true })
  const deliveries = () => within(() => Delivery.withAttempts().orderBy('id'))
  const statuses = async () => (await deliveries()).map(({ status }) => status)
  const leased = () =>
    asSuperuser(Cell.named('main').database, async (superuser) => {
      const { rows } = await superuser.query(
        `update cell.outbox set fence = fence + 1, lease_until = now() + interval '1 minute'
          where kind = 'webhooks.deliver' returning id, kind, lane, ref, tries, fence`
      )
      return rows
    })
  const giveToAnother = (ref: string) =>
    asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query('update cell.outbox set fence = fence + 1 where ref = $1', [ref])
    )

  test(`costs as many round trips for ${MANY} events as for one: one to read, one to record`, async ({
    assert,
  }) => {
    await subscribe()
    await happen(MANY)
    receiver.answers(() => null)
    const answeredAtOnce = async () => {
      const delivering = deliver()
      await receiver.receives(MANY)
      receiver.release({ status: 200 })
      await delivering
    }
    assert.equal(await roundTripsOf(answeredAtOnce), 2)
    assert.deepEqual(await statuses(), Array(MANY).fill('delivered'))
    assert.lengthOf(receiver.calls, MANY)
  })

  test('is made in the order of the events', async ({ assert }) => {
    await subscribe()
    await happen(MANY)
    const [positions] = await within(() =>
      CurrentTenant.batch([
        {
          text: 'select e.position from webhook_deliveries d join events e on e.id = event_id order by d.id',
        },
      ])
    )
    const made = positions.map(({ position }) => Number(position))
    assert.deepEqual(
      made,
      made.toSorted((a, b) => a - b)
    )
  })

  test('writes down at once what was answered, and does not wait for a receiver that hangs', async ({
    assert,
  }) => {
    const hanging = await Receiver.open()
    hanging.answers(() => null)
    await subscribe()
    await subscribe(hanging.url)
    await happen(3)
    const delivering = deliver()
    await hanging.receives(3)
    await receiver.receives(3)
    const delivered = async () => (await statuses()).filter((of) => of === 'delivered')
    await until(async () => (await delivered()).length === 3)
    hanging.release({ status: 200 })
    await delivering
    await hanging.close()
    assert.deepEqual(await statuses(), Array(6).fill('delivered'))
  })

  test('records each result, whatever became of the others', async ({ assert }) => {
    receiver.answers((_, count) => ({ status: [200, 500, 302][count % 3] }))
    await subscribe()
    await happen(6)
    await deliver()
    const made = await deliveries()
    const answered = made.flatMap(({ attempts }) => attempts.map(({ statusCode }) => statusCode))
    assert.sameMembers(answered, [200, 200, 500, 500, 302, 302])
    for (const { status, attempts, nextAttemptAt } of made) {
      const isTaken = attempts[0].statusCode === 200
      assert.equal(status, isTaken ? 'delivered' : 'pending')
      assert.equal(nextAttemptAt === null, isTaken)
    }
    assert.lengthOf(await outboxRows(), 4)
  })

  test('loses nothing but what another worker was given since', async ({ assert }) => {
    await subscribe()
    await happen(3)
    const [stolen] = await deliveries()
    receiver.answers(() => null)
    const handleBundle = await WorkTable.handleBundle('webhooks.deliver')
    const tasks = await leased()
    const ends = within(() => handleBundle(tasks))
    await receiver.receives(3)
    await giveToAnother(stolen.id)
    receiver.release({ status: 200 })
    const settled = await Promise.allSettled(ends)
    const lost = tasks.findIndex(({ ref }) => ref === stolen.id)
    assert.equal(settled[lost].status, 'rejected')
    const others = settled.filter((_, index) => index !== lost)
    assert.deepEqual(
      others.map(({ status }) => status),
      ['fulfilled', 'fulfilled']
    )
    const made = await deliveries()
    assert.isEmpty(made.find(({ id }) => id === stolen.id)!.attempts)
    assert.lengthOf(
      made.filter(({ status }) => status === 'delivered'),
      2
    )
  })

  test('goes on for the others when the endpoint of one is deleted meanwhile', async ({
    assert,
  }) => {
    const gone = await subscribe()
    await subscribe()
    await happen(1)
    receiver.answers(() => null)
    const handleBundle = await WorkTable.handleBundle('webhooks.deliver')
    const ends = within(async () => Promise.allSettled(handleBundle(await leased())))
    await receiver.receives(2)
    await within(() => gone.delete())
    receiver.release({ status: 200 })
    const settled = (await ends).map(({ status }) => status)
    assert.sameMembers(settled, ['fulfilled', 'rejected'])
    assert.deepEqual(await statuses(), ['delivered'])
  })
})
