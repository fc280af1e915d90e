import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { PlatformTrail } from '#app/audit/platform_trail'
import { Checkpoints } from '#app/audit/checkpoints/checkpoints'
import { CheckpointVerification } from '#app/audit/checkpoints/checkpoint_verification'
import { proveTimestamp } from '#app/sealing/pades/timestamp_token'
import { isOutage } from '#app/exceptions/outage'
import { clock } from '#app/foundation/clock'
import { randomBase62 } from '#app/foundation/opaque_token'
import { timeScale } from '#app/foundation/time_scale'
import { TenantLock } from '#app/portability/tenant_lock'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { TenantMove } from '#app/portability/tenant_move'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { GrantsCheck } from '#app/tenancy/isolation_checks/grants_check'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { roleName, schemaNames } from '#app/tenancy/tenant_ref'
import Tenant from '#app/tenants/tenant'
import { PlatformWork } from '#app/tenants/platform_work'
import type { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import {
  findingsOf,
  populateTenant,
  opens,
  type PopulatedTenant,
} from '#tests/support/populated_tenant'
import { doWork } from '#tests/support/inline_work'
import { outcomeOf } from '#tests/support/outcome'
import { closeReachableCell, openReachableCell } from '#tests/support/reachable_cell'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'

const main = Cell.named('main')

const workIn = (cell: Cell, tenant: Tenant) =>
  asSuperuser(cell.database, async (superuser) => {
    const { rows } = await superuser.query(
      `select scope, kind, lane, ref, due_at, tries from cell.outbox where scope in ($1, $2) order by kind, ref, due_at`,
      [roleName(tenant.id, 'live'), roleName(tenant.id, 'test')]
    )
    return rows
  })
const schemasIn = (cell: Cell, tenant: Tenant) =>
  asSuperuser(cell.database, async (superuser) => {
    const { rows } = await superuser.query(
      'select nspname from pg_namespace where nspname = any ($1)',
      [Object.values(schemaNames(tenant.id))]
    )
    return rows.length
  })

test.group('Portability | move', (group) => {
  let own: CellOfItsOwn
  let acme: PopulatedTenant
  group.setup(async () => {
    own = await openReachableCell()
    timeScale.set(0.01)
    return async () => {
      timeScale.set(1)
      await closeReachableCell(own)
    }
  })
  group.each.setup(async () => {
    acme = await populateTenant(`m${randomBase62(10).toLowerCase()}`)
    await db.connection('platform').from('outbox').delete()
    return async () => void (await TenantErasure.run(acme.tenant.id))
  })

  const move = async (to: Cell) => {
    const tenant = await Tenant.findOrFail(acme.tenant.id)
    await new TenantMove(tenant, to).run()
    acme.tenant = await Tenant.findOrFail(tenant.id)
  }
  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.tenant.ref, environment: 'live' }, work)

  test('takes everything along: documents, trails, work, and life goes on', async ({ assert }) => {
    const work = await workIn(main, acme.tenant)
    assert.isNotEmpty(work)
    await move(own.cell)
    assert.equal(acme.tenant.cell, own.cell.name)
    const [noted] = await PlatformTrail.read({ limit: 1 })
    const moved = { tenantId: acme.tenant.id, from: 'main', to: own.cell.name }
    assert.deepEqual([noted.action, noted.body.details], ['tenant.moved', moved])
    assert.deepEqual(await workIn(own.cell, acme.tenant), work)
    assert.deepEqual(await workIn(main, acme.tenant), [])
    assert.deepEqual(await findingsOf(acme.tenant), [])
    assert.isTrue(await opens(acme.tenant, 'live', acme.completed))
    assert.isTrue(await opens(acme.tenant, 'test', acme.sandboxed))
    await sign(acme.tenant, acme.pending, `ana.${acme.marker}@example.test`)
    assert.equal(await doWork(acme.tenant, 'seal'), 1)
    assert.deepEqual(await findingsOf(acme.tenant), [])
    for (const cell of [own.cell, main]) {
      const breaches = await new GrantsCheck(cell).breaches()
      assert.deepEqual(
        breaches.filter(({ where }) => where.includes(acme.tenant.id.slice(4))),
        []
      )
    }
  })

  test('locks the old schemas, and drops them after a day, with their place in the checkpoints kept', async ({
    assert,
  }) => {
    await Checkpoints.take(main)
    const old = acme.tenant.ref
    await move(own.cell)
    const attempt = () =>
      CurrentTenant.run({ tenant: old, environment: 'live' }, () =>
        unit(async () => Outbox.append({ kind: 'expire', ref: 'x' }))
      )
    assert.equal((await outcomeOf(attempt)).code, '42501')
    assert.equal(await schemasIn(main, acme.tenant), 3)
    await TenantMove.dropOld(acme.tenant.id)
    assert.equal(await schemasIn(main, acme.tenant), 3)
    clock.travel(25 * 60 * 60_000)
    await TenantMove.dropOld(acme.tenant.id)
    clock.restore()
    assert.equal(await schemasIn(main, acme.tenant), 0)
    assert.deepEqual((await CheckpointVerification.run(main, proveTimestamp)).findings, [])
    assert.deepEqual(await findingsOf(acme.tenant), [])
  })

  test('and back again, at once', async ({ assert }) => {
    await move(own.cell)
    await move(main)
    assert.equal(acme.tenant.cell, 'main')
    assert.deepEqual(await findingsOf(acme.tenant), [])
    assert.equal(await schemasIn(own.cell, acme.tenant), 3)
    await live(() => unit(async () => Outbox.append({ kind: 'expire', ref: acme.pending })))
  })

  test('answers 503 meanwhile, and loses nothing of a unit that was already running', async ({
    assert,
    cleanup,
  }) => {
    let inside = () => {}
    const entered = new Promise<void>((resolve) => (inside = resolve))
    let leave = () => {}
    const left = new Promise<void>((resolve) => (leave = resolve))
    const slow = live(() =>
      unit(async () => {
        await CurrentTenant.batch([{ text: 'select 1' }])
        inside()
        await left
        Outbox.append({ kind: 'expire', ref: 'doc_last', dueAt: new Date('2100-01-01') })
      })
    )
    cleanup(() => leave())
    await entered
    timeScale.set(1)
    const moving = move(own.cell)
    let refused: unknown
    while (!refused)
      refused = await live(() =>
        unit(async () => CurrentTenant.batch([{ text: 'select 1' }]))
      ).then(
        () => undefined,
        (error) => error
      )
    timeScale.set(0.01)
    assert.isTrue(isOutage(refused), String(refused))
    leave()
    await slow
    await moving
    const refs = (await workIn(own.cell, acme.tenant)).map(({ ref }) => ref)
    assert.include(refs, 'doc_last')
  })

  test('that fails leaves the tenant where it was, fully at work', async ({ assert, cleanup }) => {
    const work = await workIn(main, acme.tenant)
    await own.asSuperuser((superuser) => superuser.query('alter table cell.outbox rename to gone'))
    cleanup(() =>
      own
        .asSuperuser((superuser) =>
          superuser.query('alter table if exists cell.gone rename to outbox')
        )
        .then(
          () => {},
          () => {}
        )
    )
    const { code } = await outcomeOf(() => move(own.cell))
    assert.equal(code, '42P01')
    await own.asSuperuser((superuser) => superuser.query('alter table cell.gone rename to outbox'))
    await TenantMove.settle(acme.tenant.id)
    assert.equal((await Tenant.findOrFail(acme.tenant.id)).cell, 'main')
    assert.deepEqual(await workIn(main, acme.tenant), work)
    assert.equal(await schemasIn(own.cell, acme.tenant), 0)
    await live(() => unit(async () => CurrentTenant.batch([{ text: 'select 1' }])))
    await move(own.cell)
    assert.deepEqual(await findingsOf(acme.tenant), [])
  })

  test('is refused to the cell it is in, and to two at once', async ({ assert }) => {
    assert.equal((await outcomeOf(() => move(main))).code, 'move_refused')
    const codes = await Promise.all([
      outcomeOf(() => move(own.cell)),
      outcomeOf(() => move(own.cell)),
    ])
    assert.includeMembers(
      codes.map(({ code }) => code),
      ['porting_under_way']
    )
  })

  test('asks the platform to look after it, should it die', async ({ assert }) => {
    await move(own.cell)
    const waiting = await db
      .connection('platform')
      .from('outbox')
      .where('ref', acme.tenant.id)
      .select('kind')
    assert.includeMembers(
      waiting.map(({ kind }) => kind),
      ['settle_move', 'drop_moved', 'project_standing']
    )
    await PlatformWork.doDue()
    await new TenantLock(main, acme.tenant.id).forgetWork()
    assert.deepEqual(await findingsOf(acme.tenant), [])
  })
})
