import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { DAY_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import KeysAway from '#app/foundation/errors/keys_away'
import { newId } from '#app/foundation/identifier'
import { Installation } from '#app/monitoring/figures/installation'
import { Backup } from '#app/portability/backup/backup'
import type { ErasureFacts } from '#app/portability/erasure/erasure_facts'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import TenantHasTenants from '#app/portability/errors/tenant_has_tenants'
import { RetentionRule } from '#app/portability/retention_rule'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import LegalHold from '#app/tenants/errors/legal_hold'
import TenantNotFound from '#app/tenants/errors/tenant_not_found'
import { Removal } from '#app/tenants/removal'
import { PlatformWork } from '#app/tenants/platform_work'
import { Resale } from '#app/tenants/resale/resale'
import Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { doPlatformWork, makeReseller, newSlug } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { asSuperuser, superuserOf } from '#tests/support/superuser'
import { setSetting } from '#tests/support/setting'
import { until } from '#tests/support/until'
import { someoneWaits } from '#tests/support/waiting_statements'

/** Of a tenant that had nothing. */
const FACTS: ErasureFacts = {
  cell: 'main',
  rows: {},
  trails: { count: 0, entries: 0, heads: '' },
  files: { count: 0, bytes: 0 },
}

/** An erasure that counts for as long as `meanwhile` takes, before it decides. */
async function counting<T>(
  { id }: Tenant,
  erasing: () => Promise<T>,
  meanwhile: () => Promise<unknown>
): Promise<T> {
  const superuser = await superuserOf(Cell.named('main').database)
  const table = `${schemaNames(id).live}.documents`
  try {
    await superuser.query('begin')
    await superuser.query(`lock table ${table} in access exclusive mode`)
    const erased = erasing()
    // looked at below, also where it fails at once
    erased.catch(() => {})
    await until(async () => {
      const { rows } = await superuser.query(
        'select from pg_locks where not granted and relation = $1::regclass',
        [table]
      )
      return rows.length > 0
    })
    await meanwhile()
    await superuser.query('rollback')
    return await erased
  } finally {
    await superuser.end()
  }
}

test.group('The erasure of a tenant that is due', (group) => {
  let acme: Tenant

  group.each.setup(async () => {
    acme = await makeTenant()
  })

  const isThere = async () => {
    const found = await Tenant.find(acme.id)
    return found !== null && found.status !== 'deleted'
  }
  const isDue = () => Removal.schedule(acme.id, clock.now())
  const within = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)

  test('comes to nothing where its deletion is undone while it counts', async ({ assert }) => {
    await isDue()
    const erased = await counting(
      acme,
      () => TenantErasure.runIfDue(acme.id),
      () => Removal.undo(acme.id)
    )
    assert.isNull(erased)
    assert.equal((await Tenant.findOrFail(acme.id)).status, 'ready')
    // and so it is with work that was left behind
    assert.isNull(await TenantErasure.runIfDue(acme.id))
    assert.isTrue(await isThere())
  })

  test('comes to nothing before its day, and waits for it', async ({ assert }) => {
    const eraseAt = new Date(clock.now().getTime() + DAY_MS)
    const waiting = () =>
      db.connection('platform').from('outbox').where({ kind: 'erase_tenant', ref: acme.id })
    await Removal.schedule(acme.id, eraseAt)
    // a clock that was ahead gave it out
    await waiting().update({ due_at: clock.now() })
    await PlatformWork.doAbout([acme.id])
    assert.isTrue(await isThere())
    const left = await waiting()
    assert.lengthOf(left, 1)
    assert.closeTo(left[0].due_at.getTime(), eraseAt.getTime(), 5_000)
    assert.equal(left[0].tries, 0)
    await Removal.undo(acme.id)
    assert.isEmpty(await waiting())
  })

  test('is taken up again by its own work where the end of it could not be stored', async ({
    assert,
    cleanup,
  }) => {
    const bySuperuser = (text: string) =>
      asSuperuser(Cell.named('main').database, (superuser) => superuser.query(text))
    const takeBack = () => bySuperuser('drop function if exists platform.refuse_end() cascade')
    const platform = () => db.connection('platform')
    const certificate = async () =>
      (await platform().from('erasures').where('tenant_id', acme.id).first()).certificate
    cleanup(async () => void (await takeBack()))
    await isDue()
    await bySuperuser(`
      create function platform.refuse_end() returns trigger language plpgsql as
        $$ begin raise exception 'not stored' using errcode = '53100'; end $$;
      create trigger refuse_end before update on platform.erasures for each row execute function platform.refuse_end()`)
    await PlatformWork.doAbout([acme.id])
    assert.isFalse(await isThere())
    assert.isNull(await certificate())

    await takeBack()
    await platform()
      .from('outbox')
      .where('ref', acme.id)
      .update({ due_at: new Date(0) })
    await PlatformWork.doAbout([acme.id])
    assert.isNotNull(await certificate())
    const told = await platform()
      .from('entries')
      .where('action', 'tenant.erased')
      .whereLike('body', `%${acme.id}%`)
    assert.lengthOf(told, 1)
    assert.isEmpty(await platform().from('outbox').where('ref', acme.id))
  })

  const order = (reseller: Tenant) => {
    const owner = { id: newId('usr'), email: 'o@x.test', name: 'Olga', passwordHash: null }
    const wanted = { name: 'Child', slug: newSlug(), plan: 'business', owner }
    return new Resale(reseller.ref, SYSTEM).create(wanted)
  }

  test('is refused to a reseller that got a tenant while it counted', async ({ assert }) => {
    const reseller = await makeReseller()
    const erasing = counting(
      reseller,
      () => TenantErasure.run(reseller.id),
      () => order(reseller)
    )
    await assert.rejects(() => erasing, TenantHasTenants)
    assert.equal((await Tenant.findOrFail(reseller.id)).status, 'ready')
    await doPlatformWork()
  })

  test('leaves no tenant to a reseller that ordered it while it decided', async ({ assert }) => {
    const reseller = await makeReseller()
    const { database } = Cell.named('main')
    const platform = await superuserOf(database)
    try {
      await platform.query('begin')
      await platform.query(`update platform.tenants set status = 'deleted' where id = $1`, [
        reseller.id,
      ])
      const refused = assert.rejects(() => order(reseller), TenantNotFound)
      await until(() =>
        asSuperuser(database, async (superuser) => {
          const { rows } = await superuser.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%tenants%for update%'`
          )
          return rows.length > 0
        })
      )
      await platform.query('commit')
      await refused
    } finally {
      await platform.end()
    }
    assert.isNull(await Tenant.findBy({ parentId: reseller.id }))
  })

  test('is refused by a legal hold that came while it counted', async ({ assert }) => {
    await isDue()
    for (const erase of [TenantErasure.runIfDue, TenantErasure.run]) {
      const erasing = counting(
        acme,
        () => erase(acme.id),
        () => within(() => RetentionRule.hold('A dispute', OLGA))
      )
      await assert.rejects(() => erasing, LegalHold)
      assert.isTrue(await isThere())
      await within(() => RetentionRule.lift(OLGA))
    }
  })

  test('is not overtaken by a legal hold that comes while it decides', async ({ assert }) => {
    await isDue()
    const { database } = Cell.named('main')
    const platform = await superuserOf(database)
    try {
      await platform.query('begin')
      await platform.query('lock table platform.erasures in exclusive mode')
      const erasing = TenantErasure.runIfDue(acme.id)
      const waitsFor = (text: string) =>
        asSuperuser(database, async (superuser) => {
          const { rows } = await superuser.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query like $1`,
            [text]
          )
          return rows.length > 0
        })
      await until(() => waitsFor('insert into%erasures%'))
      let isOver = false
      const holding = within(() => RetentionRule.hold('A dispute', OLGA)).finally(() => {
        isOver = true
      })
      const refused = assert.rejects(() => holding)
      await until(async () => isOver || (await waitsFor('%retention%for update%')))
      assert.isFalse(isOver, 'it waits for what was decided')
      await platform.query('rollback')
      await refused
      assert.isNotNull(await erasing)
    } finally {
      await platform.end()
    }
  })

  test('begins again where somebody at work and it would wait for each other', async ({
    assert,
  }) => {
    const { account, live } = schemaNames(acme.id)
    const atWork = await superuserOf(Cell.named('main').database)
    try {
      await atWork.query(`set deadlock_timeout = '1min'; begin`) // the erasure finds out first
      await atWork.query(`lock table ${live}.documents in row share mode`)
      const erasing = TenantErasure.run(acme.id)
      const refused = erasing.catch((error: unknown) => error)
      await until(someoneWaits)
      await atWork.query(`lock table ${account}.retention in row share mode`)
      await atWork.query('commit')
      assert.notInstanceOf(await refused, Error)
    } finally {
      await atWork.end()
    }
    assert.isFalse(await isThere())
  })

  test('is not begun where it was only to go on, and does go on', async ({ assert }) => {
    assert.isNull(await TenantErasure.resume(acme.id))
    assert.equal((await Tenant.findOrFail(acme.id)).status, 'ready')
    const erased = await TenantErasure.run(acme.id)
    const erasures = () => db.connection('platform').from('erasures').where('tenant_id', acme.id)
    await erasures().update({ certificate: null, signature: null, finished_at: null })
    const resumed = await TenantErasure.resume(acme.id)
    assert.deepEqual(resumed?.certificate.rows, erased.certificate.rows)
    assert.isNotNull((await erasures().first()).certificate)
  })

  test('of a tenant that is here is none that is not finished', async ({ assert }) => {
    const row = { tenant_id: acme.id, facts: FACTS, started_at: new Date(0) }
    await db.connection('platform').table('erasures').insert(row)
    assert.notInclude(await Installation.unfinishedErasures(0), acme.id)
    await acme.merge({ status: 'deleted' }).save()
    assert.include(await Installation.unfinishedErasures(0), acme.id)
    assert.isNotNull(await TenantErasure.resume(acme.id))
    assert.notInclude(await Installation.unfinishedErasures(0), acme.id)
  })

  test('is done on its day, and gives its certificate again', async ({ assert }) => {
    await isDue()
    const erased = await TenantErasure.runIfDue(acme.id)
    assert.isFalse(await isThere())
    assert.equal(erased?.certificate.tenantId, acme.id)
    assert.deepEqual(await TenantErasure.runIfDue(acme.id), erased)
  })
})

test.group('While the keys are away', (group) => {
  let acme: Tenant
  let empty: string

  group.each.setup(async () => {
    acme = await makeTenant()
    empty = await mkdtemp(join(tmpdir(), 'countersign-keys-'))
    const restore = setSetting('KEYS_DIR', empty)
    return async () => {
      restore()
      await rm(empty, { recursive: true })
    }
  })

  test('nobody is erased, and nothing is certified', async ({ assert }) => {
    await assert.rejects(() => TenantErasure.run(acme.id), KeysAway)
    await assert.rejects(() => TenantErasure.repeat(acme.id), KeysAway)
    assert.equal((await Tenant.findOrFail(acme.id)).status, 'ready')
    assert.isNull(
      await db.connection('platform').from('erasures').where('tenant_id', acme.id).first()
    )
    assert.deepEqual(await readdir(empty), [])
  })

  test('no tenant is made, and no backup', async ({ assert }) => {
    await assert.rejects(() => makeTenant({ name: 'Keyless' }), KeysAway)
    assert.isNull(await Tenant.findBy({ name: 'Keyless' }))
    const signal = AbortSignal.timeout(60_000)
    const folder = join(empty, 'backup')
    const places = { folder, keys: null, addresses: new Map(), storage: 'left' as const }
    await assert.rejects(() => Backup.create({ ...places, signal }), KeysAway)
    assert.deepEqual(await readdir(empty), [])
  })
})
