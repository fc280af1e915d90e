import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { record } from '#app/events/record'
import { newId } from '#app/foundation/identifier'
import { QUEUE_NAMES } from '#app/queue/queues'
import { WorkTable } from '#app/queue/work_table'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { outcomeOf } from '#tests/support/outcome'
import { byLucid, tenantModels } from '#tests/support/tenant_models'

const NO_TENANT = 'E_NO_TENANT'
const lease = { id: 'x', fence: 1 }
const models = await tenantModels()

const MEANS: Record<string, () => unknown> = {
  'the scope': () => CurrentTenant.get(),
  'the client': () => CurrentTenant.client(),
  'a batch': () => CurrentTenant.batch([{ text: 'select 1' }]),
  'a unit': () => unit(async () => {}),
  'a preparation': () => CurrentTenant.beforeCommit('x', async () => {}),
  'an effect': () => CurrentTenant.afterCommit('x', () => {}),
  'a buffer': () => CurrentTenant.buffer(Symbol('x')),
  'work to be done': () => Outbox.append({ kind: 'seal', ref: 'x' }),
  'the end of work': () => Outbox.finish(lease),
  'the delay of work': () => Outbox.putOff(lease, new Date()),
  'an event': () => record({ name: 'document.sent', ref: 'x' }),
}

test.group('No tenant', (group) => {
  let tenant: Tenant

  group.setup(async () => {
    tenant = await makeTenant()
  })

  test('refuses {$self}')
    .with(Object.keys(MEANS))
    .run(async ({ assert }, means) => {
      assert.equal((await outcomeOf(async () => MEANS[means]())).code, NO_TENANT)
    })

  test('reads, writes and looks for no row of {name}')
    .with(models)
    .run(async ({ assert }, { model }) => {
      const Model = model
      const attempts = [
        () => Model.all(),
        () => Model.find('x'),
        () => Model.query().where(Model.primaryKey, 'x').delete(),
        () => byLucid.save(new Model()),
        () => byLucid.createMany(Model),
        () => byLucid.truncate(Model),
      ]
      for (const attempt of attempts)
        assert.equal((await outcomeOf(attempt)).code, NO_TENANT, String(attempt))
    })

  test('does not begin the work {$self}')
    .with(QUEUE_NAMES.flatMap((queue) => WorkTable.kinds(queue)))
    .run(async ({ assert }, kind) => {
      const { default: handle } = (await WorkTable.row(kind)?.handle()) ?? {}
      const task: Task = { ...lease, kind, lane: '', ref: newId('doc', 'live'), tries: 0 }
      assert.equal((await outcomeOf(async () => handle?.(task))).code, NO_TENANT)
    })

  test('the platform’s own client finds no table of a tenant', async ({ assert }) => {
    const account = `t_${tenant.id.slice(4)}`
    for (const statement of ['select * from documents', 'select * from standing'])
      assert.equal((await outcomeOf(async () => db.rawQuery(statement))).code, '42P01')
    for (const table of [`${account}.standing`, `${account}_live.documents`, 'cell.outbox'])
      assert.equal(
        (await outcomeOf(async () => db.rawQuery(`select * from ${table}`))).code,
        '42501'
      )
  })

  test('the pool of all tenants answers nothing before somebody enters', async ({ assert }) => {
    const pool = db.connection('cell:main')
    const account = `t_${tenant.id.slice(4)}`
    const reads = {
      'select * from documents': '42P01',
      [`select * from ${account}.standing`]: '42501',
      [`select * from ${account}_live.documents`]: '42501',
      'select * from cell.outbox': '42501',
      [`insert into cell.outbox (kind, ref) values ('x', 'x')`]: '42501',
      [`select cell.finish('x', 1)`]: '42501',
      [`select cell.withdraw('x', '')`]: '42501',
      'select * from platform.tenants': '42501',
    }
    for (const [statement, code] of Object.entries(reads))
      assert.equal((await outcomeOf(async () => pool.rawQuery(statement))).code, code, statement)
  })

  test('a scope ends with its function, also when that fails', async ({ assert }) => {
    const scope = { tenant: tenant.ref, environment: 'live' as const }
    await assert.rejects(() => CurrentTenant.run(scope, async () => Promise.reject(new Error('x'))))
    assert.isFalse(CurrentTenant.isEntered)
    assert.throws(() => CurrentTenant.get(), /No tenant is entered/)
  })
})
