import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import User from '#app/identity/users/user'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { GrantsCheck } from '#app/tenancy/isolation_checks/grants_check'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'
import type { SchemaTemplates } from '#app/tenancy/schemas/schema_template'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { TenantMigration, type Progress } from '#app/tenants/provisioning/tenant_migration'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { aceProcess } from '#tests/support/node_process'
import { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import { closeReachableCell, openReachableCell } from '#tests/support/reachable_cell'
import { TemplateFolder } from '#tests/support/template_folder'
import { until } from '#tests/support/until'

const TENANTS = 6
/** Longer than a migration waits for a lock, and shorter than twice that. */
const LOCK_WAIT_MS = 6_000
const LABELS = `create table labels (id text primary key, name text not null);
  grant select, insert, update, delete on labels to \${live};`
const NOTES = `create table notes (id text primary key, body text not null);
  grant select, insert on notes to \${role};`

test.group('Migrations of tenants', (group) => {
  let own: CellOfItsOwn
  let folder: TemplateFolder
  let next: SchemaTemplates
  let tenants: Tenant[]
  let unlucky: Tenant

  group.setup(async () => {
    folder = await TemplateFolder.copy()
    own = await CellOfItsOwn.open()
    tenants = []
    for (let number = 0; number < TENANTS; number++)
      tenants.push(await makeTenant({ cell: own.cell.name, withSandbox: number % 2 === 0 }))
    unlucky = tenants[2]
    await own.asSuperuser((superuser) =>
      superuser.query(`create table ${schemaNames(unlucky.id).live}.notes (by_hand int)`)
    )
    await addStep()
    return async () => {
      await own.close()
      await folder.remove()
    }
  })

  /** A step for accounts and one for environments, and what the sandbox is granted of them. */
  async function addStep(): Promise<void> {
    const grants = await readFile(
      app.makePath('database/tenant/account/sandbox_grants.sql'),
      'utf8'
    )
    await folder.write('tenant/account/9002_labels.sql', LABELS)
    await folder.write('tenant/environment/9002_notes.sql', NOTES)
    await folder.write(
      'tenant/account/sandbox_grants.sql',
      `${grants}\ngrant select on labels to \${test};`
    )
    next = folder.read()
  }

  const migrate = async () => {
    const progress: Progress[] = []
    const migration = new TenantMigration(own.cell, next)
    const outcome = await migration.run({
      concurrency: 3,
      onProgress: (visited) => progress.push(visited),
    })
    return { ...outcome, progress }
  }

  const ledger = () =>
    own.asSuperuser(async (superuser) => {
      const { rows } = await superuser.query(
        `select schema_name, version, migrated_at from cell.ledger where schema_name like 't\\_%' order by schema_name`
      )
      return rows
    })

  const versionsOf = async ({ id }: Tenant) =>
    (await ledger())
      .filter(({ schema_name: name }) => name.startsWith(schemaNames(id).account))
      .map(({ version }) => version)

  const rest = () => tenants.filter(({ id }) => id !== unlucky.id)

  test('bring up those behind, and one that fails stops no other', async ({ assert }) => {
    const { migrated, failed, progress } = await migrate()
    assert.sameMembers(
      migrated,
      rest().map(({ id }) => id)
    )
    assert.deepEqual(
      failed.map(({ tenantId }) => tenantId),
      [unlucky.id]
    )
    assert.match(String(failed[0].error), /"notes" already exists/)
    assert.deepEqual(
      progress.map(({ done, total }) => `${done}/${total}`),
      Array.from({ length: TENANTS }, (_, index) => `${index + 1}/${TENANTS}`)
    )
    for (const tenant of rest())
      assert.sameMembers([...new Set(await versionsOf(tenant))], [9002], tenant.id)
  })

  test('leave one that fails wholly as it was, its account too', async ({ assert }) => {
    assert.isBelow(Math.max(...(await versionsOf(unlucky))), 9002)
    const labels = await own.asSuperuser((superuser) =>
      superuser.query('select to_regclass($1) as labels', [
        `${schemaNames(unlucky.id).account}.labels`,
      ])
    )
    assert.isNull(labels.rows[0].labels)
  })

  test('leave rights as a new tenant gets them, also those of sandboxes that were there before', async ({
    assert,
  }) => {
    const found = await new GrantsCheck(own.cell, next).breaches()
    assert.deepEqual(found, [])
  })

  test('visit nobody who is at the latest version', async ({ assert }) => {
    const before = await ledger()
    const { migrated, failed } = await migrate()
    assert.isEmpty(migrated)
    assert.lengthOf(failed, 1)
    assert.deepEqual(await ledger(), before)
  })

  test('take up the one that failed once it can be done', async ({ assert }) => {
    await own.asSuperuser((superuser) =>
      superuser.query(`drop table ${schemaNames(unlucky.id).live}.notes`)
    )
    assert.deepEqual((await migrate()).migrated, [unlucky.id])
    assert.deepEqual(await migrate(), { migrated: [], failed: [], left: [], progress: [] })
    assert.deepEqual(await new GrantsCheck(own.cell, next).breaches(), [])
  })

  test('wait for each other: two at once do everything once', async ({ assert }) => {
    await folder.write(
      'tenant/environment/9003_more.sql',
      'alter table notes add column more text;'
    )
    next = folder.read()
    const outcomes = await Promise.all([migrate(), migrate()])
    for (const { failed } of outcomes) assert.isEmpty(failed)
    for (const { schema_name: schema, version } of await ledger())
      assert.equal(version, /_(live|test)$/.test(schema) ? 9003 : 9002, schema)
  })

  test('interrupted, finish what is under way, and go on when they are run again', async ({
    assert,
  }) => {
    await folder.write('tenant/account/9004_pause.sql', 'alter table labels add column pause text;')
    next = folder.read()
    const stop = new AbortController()
    const interrupted = await new TenantMigration(own.cell, next).run({
      concurrency: 1,
      signal: stop.signal,
      onProgress: ({ done }) => done === 2 && stop.abort(),
    })
    assert.lengthOf(interrupted.migrated, 2)
    assert.lengthOf(interrupted.left, TENANTS - 2)
    const { migrated, left } = await migrate()
    assert.sameMembers(migrated, interrupted.left)
    assert.isEmpty(left)
  })

  test('come back to a tenant that was at work for longer than they wait', async ({
    assert,
    cleanup,
  }) => {
    const { account } = schemaNames(tenants[0].id)
    const busy = await own.cell.client('migrator')
    await busy.connect()
    cleanup(() => busy.end())
    await busy.query(`begin; lock table ${account}.labels in access share mode`)
    await folder.write('tenant/account/9005_busy.sql', 'alter table labels add column busy text;')
    next = folder.read()
    const migrating = migrate()
    await until(async () => (await versionsOf(tenants[1])).includes(9005))
    await pause(LOCK_WAIT_MS)
    await busy.query('commit')
    const { migrated, failed } = await migrating
    assert.isEmpty(failed)
    assert.equal(migrated.at(-1), tenants[0].id)
  })

  test('hold nothing while they wait for somebody at work, who never waits for them in turn', async ({
    assert,
    cleanup,
  }) => {
    const { account, live } = schemaNames(tenants[0].id)
    const busy = await own.cell.client('migrator')
    await busy.connect()
    cleanup(() => busy.end())
    await busy.query(`begin; lock table ${live}.documents in access share mode`)
    const word = 'add column word text;'
    await folder.write('tenant/account/9006_word.sql', `alter table users ${word}`)
    await folder.write('tenant/environment/9006_word.sql', `alter table documents ${word}`)
    next = folder.read()
    const migrating = migrate()
    await own.asSuperuser((superuser) =>
      until(async () => {
        const waiting = `select from pg_locks where not granted and relation = '${live}.documents'::regclass`
        return (await superuser.query(waiting)).rowCount === 1
      })
    )
    await busy.query(`set local lock_timeout = '1s'; select from ${account}.users`)
    await busy.query('commit')
    assert.isEmpty((await migrating).failed)
  })

  test('of the cell itself wait for each other too', async ({ assert }) => {
    await folder.write('cell/9002_more.sql', 'create table more (x int);')
    const templates = folder.read()
    const done = await Promise.all([
      SchemaMigration.ofCell(own.cell, templates),
      SchemaMigration.ofCell(own.cell, templates),
      SchemaMigration.ofCell(own.cell, templates),
    ])
    assert.deepEqual(done.flat(), ['cell'])
  })
})

test.group('Migrations of tenants | one that takes long', (group) => {
  let own: CellOfItsOwn
  let folder: TemplateFolder
  let slow: Tenant
  let others: Tenant[]

  group.setup(async () => {
    folder = await TemplateFolder.copy()
    own = await openReachableCell()
    const make = () => makeTenant({ cell: own.cell.name, hasPassword: true })
    slow = await make()
    others = [await make(), await make(), await make()]
    return async () => {
      await closeReachableCell(own)
      await folder.remove()
    }
  })

  /** Holds the users of one tenant until somebody writes into `cell.gate`. */
  const step = () => `alter table users add column nickname text;
    do $$ begin
      while current_schema() = '${schemaNames(slow.id).account}' and not exists (select from cell.gate) loop
        perform pg_sleep(0.01);
      end loop;
    end $$;`

  const renamed = (tenant: Tenant, name: string) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      await unit(async () => {
        await (await User.query().forUpdate().firstOrFail()).merge({ name }).save()
      })
      return (await User.query().firstOrFail()).name
    })

  test('holds up no other: they are migrated, work on, and new ones are made', async ({
    assert,
    cleanup,
  }) => {
    await folder.write('tenant/account/9002_nickname.sql', step())
    await own.asSuperuser((superuser) =>
      superuser.query(
        `create table cell.gate (at timestamptz); grant select on cell.gate to public`
      )
    )
    const open = () =>
      own.asSuperuser((superuser) => superuser.query('insert into cell.gate values (now())'))
    const done: string[] = []
    const migration = new TenantMigration(own.cell, folder.read()).run({
      concurrency: 2,
      onProgress: ({ tenantId }) => done.push(tenantId),
    })
    cleanup(async () => {
      await open()
      await migration
    })
    await until(() => done.length === others.length)
    assert.sameMembers(
      done,
      others.map(({ id }) => id)
    )
    for (const tenant of others) assert.equal(await renamed(tenant, 'Renamed'), 'Renamed')
    const late = await makeTenant({ cell: own.cell.name, hasPassword: true })
    assert.equal(await renamed(late, 'Late'), 'Late')
    assert.lengthOf(done, others.length)
    await open()
    const { migrated, failed } = await migration
    assert.isEmpty(failed)
    assert.include(migrated, slow.id)
    assert.equal(await renamed(slow, 'Slow'), 'Slow')
  })
})

test.group('Migrations of tenants | by command', (group) => {
  let own: CellOfItsOwn
  let tenant: Tenant

  group.setup(async () => {
    own = await CellOfItsOwn.open()
    tenant = await makeTenant({ cell: own.cell.name })
    return () => own.close()
  })

  const command = () => aceProcess(['tenant:migrate'], { DATABASE_URL: own.base })

  test('end with 0 when everybody is at the latest version', async ({ assert }) => {
    const { code, output } = await command()
    assert.equal(code, 0, output)
    assert.include(output, 'Every tenant of the cell main is at the latest version')
  })

  test('end with 1 and name who failed', async ({ assert }) => {
    const { live } = schemaNames(tenant.id)
    await own.asSuperuser((superuser) =>
      superuser.query(`update cell.ledger set version = 0, steps = '{}' where schema_name = $1`, [
        live,
      ])
    )
    const { code, output } = await command()
    assert.equal(code, 1, output)
    assert.include(output, `1/1 ${tenant.id}: relation "documents" already exists`)
  })
})
