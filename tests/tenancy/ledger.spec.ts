import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { TenantMigration } from '#app/tenants/provisioning/tenant_migration'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import { aceProcess } from '#tests/support/node_process'
import { TemplateFolder } from '#tests/support/template_folder'

const FOLDERS = ['cell', 'platform', 'tenant/account', 'tenant/environment']

/** Steps that the folder of a later release has and this one does not. */
const MORE = {
  cell: 'cell/9001_more.sql',
  account: 'tenant/account/9001_more.sql',
  environment: 'tenant/environment/9001_more.sql',
}

const later = (name: string) => `create table ${name} (id text primary key);`

test.group('Files of numbered SQL', () => {
  test('have a number and a name, and each its own number', async ({ assert }) => {
    for (const folder of FOLDERS) {
      const files = await readdir(app.makePath(join('database', folder)))
      const numbers = files.flatMap((file) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1] ?? [])
      const others = files.filter((file) => !/^\d/.test(file))
      assert.sameMembers([...new Set(numbers)], numbers, folder)
      assert.lengthOf(files, numbers.length + others.length, folder)
    }
  })
})

test.group('The ledger of a cell', (group) => {
  let own: CellOfItsOwn
  let folder: TemplateFolder
  let tenant: Tenant

  group.setup(async () => {
    own = await CellOfItsOwn.open()
    tenant = await makeTenant({ cell: own.cell.name, withSandbox: true })
    return () => own.close()
  })

  group.each.setup(async () => {
    folder = await TemplateFolder.copy()
    return () => folder.remove()
  })

  const migrateCell = () => SchemaMigration.ofCell(own.cell, folder.read())
  const migrateTenants = () => new TenantMigration(own.cell, folder.read()).run()

  const query = <T extends object>(sql: string, values: unknown[] = []) =>
    own.asSuperuser(async (superuser) => (await superuser.query<T>(sql, values)).rows)

  const entries = () =>
    query<{ schema_name: string; template: string; steps: Record<string, string> | null }>(
      'select schema_name, template, steps from cell.ledger order by schema_name'
    )

  const tables = async (name: string) =>
    (await query('select 1 from pg_tables where tablename = $1', [name])).length

  test('has a digest of each file for each schema', async ({ assert }) => {
    const found = await entries()
    assert.sameMembers(
      found.map((entry) => entry.schema_name),
      ['cell', ...Object.values(schemaNames(tenant.id))]
    )
    for (const { template, steps } of found) {
      const path = FOLDERS.find((name) => name.endsWith(template))!
      const files = await readdir(app.makePath(join('database', path)))
      assert.sameMembers(
        Object.keys(steps ?? {}),
        files.filter((file) => /^\d/.test(file))
      )
      for (const digest of Object.values(steps ?? {})) assert.match(digest, /^[0-9a-f]{64}$/)
    }
  })

  for (const path of ['cell/0001_cell.sql', 'tenant/account/0002_keys.sql']) {
    test(`refuses a rewritten ${path} before anything runs`, async ({ assert }) => {
      for (const [name, more] of Object.entries(MORE)) await folder.write(more, later(name))
      await folder.write(path, `${await folder.text(path)}\n-- an afterthought`)
      const sentence = new RegExp(`database/${path} has changed since \\w+ ran it`)
      await assert.rejects(migrateCell, sentence)
      await assert.rejects(migrateTenants, sentence)
      for (const name of Object.keys(MORE)) assert.equal(await tables(name), 0)
    })
  }

  test('refuses a file that is gone, but not those of a later release', async ({ assert }) => {
    await folder.delete('tenant/environment/0009_languages.sql')
    await assert.rejects(
      migrateTenants,
      /environment\/0009_languages.sql, which t_\w+ ran, is gone/
    )
    await folder.deleteFrom('tenant/environment/0009_languages.sql')
    assert.deepEqual(await migrateTenants(), { migrated: [], failed: [], left: [] })
  })

  test('lets a file run whose number is lower than others that ran before it', async ({
    assert,
  }) => {
    await folder.write('cell/0002_late.sql', later('late'))
    await folder.write('tenant/account/0016_late.sql', later('late'))
    assert.deepEqual(await migrateCell(), ['cell'])
    assert.deepEqual((await migrateTenants()).migrated, [tenant.id])
    assert.equal(await tables('late'), 2)
    assert.deepEqual([await migrateCell(), (await migrateTenants()).migrated], [[], []])
    await query(`update cell.ledger set steps = steps - '0002_late.sql' - '0016_late.sql'`)
  })

  test('of a time without digests gets those of the files that ran', async ({ assert }) => {
    const before = await entries()
    await query('update cell.ledger set steps = null')
    assert.deepEqual(await migrateCell(), [])
    assert.deepEqual(await entries(), before)

    await query(`update cell.ledger set steps = null`)
    assert.deepEqual(await migrateTenants(), { migrated: [], failed: [], left: [] })
    assert.deepEqual(await entries(), before)
  })

  test('takes a cell that has no room for digests up to now', async ({ assert, cleanup }) => {
    await folder.deleteFrom('cell/0091_')
    const older = await CellOfItsOwn.open(folder.read())
    cleanup(() => older.close())
    await older.asSuperuser(async (superuser) => {
      await superuser.query('alter table cell.ledger drop column steps')
      await superuser.query(`update cell.ledger set version = 89 where schema_name = 'cell'`)
    })
    assert.deepEqual(await SchemaMigration.ofCell(older.cell), ['cell'])
    const ofCell = `select steps from cell.ledger where schema_name = 'cell'`
    const found = await older.asSuperuser((superuser) => superuser.query(ofCell))
    assert.deepEqual(found.rows, await query(ofCell))
  })

  test('names a rewritten file on the command line', async ({ assert }) => {
    await query(
      `update cell.ledger set steps = steps || '{"0001_cell.sql": "0"}' where schema_name = 'cell'`
    )
    const { code, output } = await aceProcess(['migrate'], { DATABASE_URL: own.base })
    assert.equal(code, 1, output)
    assert.match(output, /database\/cell\/0001_cell.sql has changed since cell ran it/)
    assert.notMatch(output, /\n\s+at /)
  })
})
