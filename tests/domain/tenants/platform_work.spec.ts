import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import { timeScale } from '#app/foundation/time_scale'
import { Schedule } from '#app/queue/scheduler/scheduler'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { PlatformWork } from '#app/tenants/platform_work'
import { Removal } from '#app/tenants/removal'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { superuserOf } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const ask = (kind: string, ref: string) =>
  db.connection('platform').table('outbox').insert({ kind, ref })
const waiting = async () =>
  (await db.connection('platform').from('outbox').select('kind', 'tries')) as {
    kind: string
    tries: number
  }[]

const GIVE_UP_MS = 30_000

test.group('Platform work', (group) => {
  group.each.setup(async () => {
    await db.connection('platform').from('outbox').delete()
  })

  test('makes the sandbox that was asked for, once, however often it was', async ({ assert }) => {
    const tenant = await makeTenant()
    await ask('open_sandbox', tenant.id)
    await ask('open_sandbox', tenant.id)
    await Promise.all([PlatformWork.doDue(), PlatformWork.doDue()])
    assert.isTrue((await Tenant.findOrFail(tenant.id)).hasSandbox)
    assert.deepEqual(await waiting(), [])
    const entitlements = await CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, () =>
      TenantEntitlements.current()
    )
    assert.equal(entitlements.tenantId, tenant.id)
  })

  test('keeps what it could not do, for later', async ({ assert }) => {
    await ask('something_unknown', 'x')
    assert.equal(await PlatformWork.doDue(), 1)
    assert.equal(await PlatformWork.doDue(), 0)
    assert.deepEqual(await waiting(), [{ kind: 'something_unknown', tries: 1 }])
  })

  test('that failed is put off for its time, whatever renewal of its lease is still on its way', async ({
    assert,
  }) => {
    const platform = db.connection('platform')
    const superuser = await superuserOf(Cell.named('main').database)
    await ask('something_unknown', 'x')
    try {
      // the renewal and what puts the work off wait for the same row, and are let go one after the other
      await superuser.query(`
        create function platform.slow_put_off() returns trigger language plpgsql as
          $$ begin perform pg_sleep(1); return new; end $$;
        create trigger slow_put_off before update on platform.outbox for each row
          when (new.lease_until is null) execute function platform.slow_put_off()`)
      timeScale.set(0.005)
      await PlatformWork.doDue()
      await pause(200)
    } finally {
      timeScale.set(1)
      await superuser.query('drop function platform.slow_put_off() cascade')
      await superuser.end()
    }
    const [work] = await platform.from('outbox').select('lease_until', 'due_at')
    assert.isNull(work.lease_until)
  })

  test('goes on while the erasure of a large tenant takes its time', async ({ assert }) => {
    const large = await makeTenant()
    const small = await makeTenant()
    const next = await makeTenant()
    const superuser = await superuserOf(Cell.named('main').database)
    const cell = Cell.all().find(({ holdsPlatform }) => holdsPlatform)!
    const ours = Schedule.all.filter(({ name }) => name.endsWith('platform work'))
    let isOver = false
    const look = async ({ run }: (typeof ours)[number]) => {
      while (!isOver) await run(cell)
    }
    const status = async ({ id }: Tenant) => (await Tenant.find(id))?.status
    // its rows are counted for as long as this takes
    await superuser.query('begin')
    await superuser.query(
      `lock table ${schemaNames(large.id).live}.documents in access exclusive mode`
    )
    await Removal.schedule(large.id, clock.now())
    timeScale.set(0.01)
    const working = ours.map(look)
    try {
      await until(async () => (await waiting()).some(({ tries }) => tries > 0))
      await ask('open_sandbox', small.id)
      await until(async () => (await Tenant.findOrFail(small.id)).hasSandbox, GIVE_UP_MS)
      await Removal.schedule(next.id, clock.now())
      await until(async () => !(await status(next)), GIVE_UP_MS)
      assert.equal(await status(large), 'suspended')
      assert.containsSubset(await waiting(), [{ kind: 'erase_tenant', tries: 1 }])
    } finally {
      timeScale.set(1)
      isOver = true
      await superuser.query('rollback')
      await superuser.end()
      await Promise.all(working)
    }
    assert.isUndefined(await status(large))
    assert.deepEqual(await waiting(), [])
  })
})
