import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { timeScale } from '#app/foundation/time_scale'
import { Placement } from '#app/portability/rows/placement'
import { Shift } from '#app/queue/shift'
import { WorkTable, type Handler } from '#app/queue/work_table'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit, type Scope } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { roleName } from '#app/tenancy/tenant_ref'
import LeaseLost from '#app/tenancy/errors/lease_lost'
import Brand from '#app/brand/brand'
import type Tenant from '#app/tenants/tenant'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inventedKind } from '#tests/support/invented_kind'
import { doWork } from '#tests/support/inline_work'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { until } from '#tests/support/until'

const KIND = inventedKind('test.note')
/** Due times are rounded, upwards every other time. */
const ROUNDS = 60

test.group('Queue | work and its tenant', (group) => {
  let acme: Tenant
  let globex: Tenant
  let shift: Shift | undefined
  let handle: Handler = (task) => Outbox.finish(task)

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme', withSandbox: true })
    globex = await makeTenant({ name: 'Globex' })
    const asRegistered: Handler = (task) => handle(task)
    WorkTable.use({
      [KIND]: { queue: 'webhooks', handle: async () => ({ default: asRegistered }) },
    })
  })
  group.each.setup(emptyOutbox)
  group.each.teardown(async () => {
    timeScale.set(1)
    handle = (task) => Outbox.finish(task)
    await shift?.end()
    shift = undefined
  })

  const begin = async (slots = 8) => {
    shift = new Shift(slots)
    await shift.begin()
  }
  const live = (tenant: Tenant): Scope => ({ tenant: tenant.ref, environment: 'live' })
  const leave = (scope: Scope, ref: string, dueAt?: Date) =>
    CurrentTenant.run(scope, () =>
      unit(async () => Outbox.append({ kind: KIND, ref, lane: ref, dueAt }))
    )
  const finished = () => until(async () => (await outboxRows()).length === 0)
  /** Work of acme as a worker would hold it. */
  const lease = async (): Promise<Task> => {
    await leave(live(acme), 'leased')
    return Cell.named('main').as('relay', async (client) => {
      const { rows } = await client.query<Task>(
        `update cell.outbox set fence = fence + 1, lease_until = now() + interval '1 minute' returning *`
      )
      return rows[0]
    })
  }

  test('is left alone while its tenant is set aside, and done once it is not', async ({
    assert,
    cleanup,
  }) => {
    const relay = (text: string) =>
      Cell.named('main').as('relay', (client) => client.query(text, [roleName(acme.id, 'live')]))
    const giveBack = () => relay('delete from cell.set_aside where scope = $1')
    cleanup(giveBack as never)
    await relay('insert into cell.set_aside (scope) values ($1)')
    await leave(live(acme), 'aside')
    await leave(live(globex), 'other')
    await begin()
    // a scheduled job may leave work of its own there
    const left = async () =>
      (await outboxRows()).filter(({ kind }) => kind === KIND).map(({ ref }) => ref)
    await until(async () => (await left()).length === 1)
    await pause(1_200) // longer than a poll
    assert.deepEqual(await left(), ['aside'])
    await giveBack()
    await finished()
  })

  test('is done in the tenant and environment that left it, though the worker is in none', async ({
    assert,
  }) => {
    const seen: string[] = []
    handle = async (task) => {
      const { tenant, environment } = CurrentTenant.get()
      const { name } = await Brand.current()
      seen.push(`${task.ref} ${tenant.id} ${environment} ${name}`)
      await Outbox.finish(task)
    }
    assert.isFalse(CurrentTenant.isEntered)
    await leave(live(acme), 'one')
    await leave({ tenant: acme.ref, environment: 'test' }, 'two')
    await leave(live(globex), 'three')
    await begin()
    await finished()
    assert.sameMembers(seen, [
      `one ${acme.id} live Acme`,
      `two ${acme.id} test Acme`,
      `three ${globex.id} live Globex`,
    ])
  })

  test('wakes the worker when the unit commits, and not when it rolls back', async ({ assert }) => {
    const seen: string[] = []
    handle = async (task) => {
      seen.push(task.ref)
      await Outbox.finish(task)
    }
    await begin()
    const failing = CurrentTenant.run(live(acme), () =>
      unit(async () => {
        Outbox.append({ kind: KIND, ref: 'never' })
        throw new Error('no')
      })
    )
    await assert.rejects(() => failing, 'no')
    await leave(live(acme), 'committed')
    await until(() => seen.length === 1)
    await finished()
    assert.deepEqual(seen, ['committed'])
  })

  test('is done here and now, however short a time ago it was left', async ({ assert }) => {
    let done = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
        unit(async () => Outbox.append({ kind: KIND, ref: `note ${round}` }))
      )
      done += await doWork(acme, KIND)
    }
    assert.equal(done, ROUNDS)
  })

  test('is not done before it is due', async ({ assert }) => {
    const seen: string[] = []
    handle = async (task) => {
      seen.push(task.ref)
      await Outbox.finish(task)
    }
    await leave(live(acme), 'later', new Date(Date.now() + 60_000))
    await leave(live(acme), 'now')
    await begin()
    await until(async () => (await outboxRows()).length === 1)
    assert.deepEqual(seen, ['now'])
  })

  test('goes on when its tenant is suspended', async () => {
    const suspended = await makeTenant()
    await suspended.merge({ status: 'suspended' }).save()
    tenantResolver.forget()
    await leave(live(suspended), 'sent before')
    await begin()
    await finished()
  })

  test('waits when its tenant is not here, keeps nobody from theirs, and goes on once its tenant comes', async ({
    assert,
  }) => {
    const coming = await makeTenant()
    await leave(live(coming), 'early', new Date(Date.now() - 60_000))
    const [{ due_at: dueAt }] = await outboxRows()
    const become = async (status: 'deleted' | 'ready') => {
      await coming.merge({ status }).save()
      tenantResolver.forget()
    }
    await become('deleted')
    await leave(live(acme), 'other')
    await begin()
    const isHeld = ({ lease_until: end }: { lease_until: Date | null }) =>
      end !== null && end.getTime() > Date.now() + 50 * 60_000
    await until(async () => {
      const rows = await outboxRows()
      return rows.length === 1 && isHeld(rows[0])
    })
    const [work] = await outboxRows()
    assert.deepInclude(work, { ref: 'early', due_at: dueAt, fence: 1 })
    await become('ready')
    await new Placement(Cell.named('main'), coming.id, {}).releaseWork()
    await finished()
  })

  test('waits for seconds where its tenant has come, and its worker has not heard of it', async () => {
    const coming = await makeTenant()
    await leave(live(coming), 'early', new Date(Date.now() - 60_000))
    await coming.merge({ status: 'deleted' }).save()
    tenantResolver.forget()
    await tenantResolver.byId(coming.id)
    await coming.merge({ status: 'ready' }).save()
    await begin()
    await until(async () => {
      const [{ lease_until: end }] = await outboxRows()
      const left = Number(end) - Date.now()
      return left > 0 && left < 20_000
    })
  })

  test('is put off when it fails, and tried again', async ({ assert }) => {
    timeScale.set(0.01)
    const tries: number[] = []
    handle = async (task) => {
      tries.push(task.tries)
      if (tries.length < 3) throw new Error('not yet')
      await Outbox.finish(task)
    }
    await leave(live(acme), 'stubborn')
    await begin()
    await finished()
    assert.deepEqual(tries, [0, 1, 2])
  })

  test('is not begun by a job whose lease was given to another since', async ({ assert }) => {
    const stale = await lease()
    await Cell.named('main').as('relay', (client) =>
      client.query('update cell.outbox set fence = fence + 1')
    )
    await CurrentTenant.run(live(acme), () =>
      assert.rejects(() => Outbox.hold(stale), LeaseLost.message)
    )
  })

  test('is finished or put off once, by who holds the lease', async ({ assert }) => {
    const task = await lease()
    const stale = { ...task, fence: task.fence - 1 }
    await CurrentTenant.run(live(acme), async () => {
      await assert.rejects(() => Outbox.finish(stale), LeaseLost.message)
      await assert.rejects(() => Outbox.putOff(stale, new Date()), LeaseLost.message)
      await Outbox.finish(task)
      await assert.rejects(() => Outbox.finish(task), LeaseLost.message)
    })
  })

  test('records nothing when the lease is lost', async ({ assert }) => {
    const task = await lease()
    const renamed = { text: `update brand set name = 'Stale'` }
    await CurrentTenant.run(live(acme), async () => {
      const lost = () => Outbox.finish({ ...task, fence: 99 }, renamed)
      await assert.rejects(lost, LeaseLost.message)
      const unitLost = () =>
        unit(async () => {
          await CurrentTenant.batch([renamed])
          await Outbox.finish({ ...task, fence: 99 })
        })
      await assert.rejects(unitLost, LeaseLost.message)
      assert.equal((await Brand.current()).name, 'Acme')
    })
  })

  test('is refused to another tenant, who knows id and fence', async ({ assert }) => {
    const task = await lease()
    for (const scope of [live(globex), { tenant: acme.ref, environment: 'test' as const }]) {
      await CurrentTenant.run(scope, async () => {
        await assert.rejects(() => Outbox.hold(task), LeaseLost.message)
        await assert.rejects(() => Outbox.finish(task), LeaseLost.message)
        await assert.rejects(() => Outbox.putOff(task, new Date()), LeaseLost.message)
      })
    }
    assert.lengthOf(await outboxRows(), 1)
  })

  test('is left in the outbox by a kind that nobody does', async ({ assert }) => {
    await CurrentTenant.run(live(acme), () =>
      unit(async () => Outbox.append({ kind: inventedKind('test.unknown'), ref: 'x' }))
    )
    await leave(live(acme), 'known')
    await begin()
    await until(async () => (await outboxRows()).length === 1)
    assert.equal((await outboxRows())[0].fence, 0)
  })
})
