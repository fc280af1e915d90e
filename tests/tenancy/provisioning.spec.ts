import { test } from '@japa/runner'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import { TenantSchemas } from '#app/tenancy/schemas/tenant_schemas'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { transaction } from '#app/tenancy/transactions/transaction'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import { platformHost } from '#app/tenants/hosts/public_address'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Tenant from '#app/tenants/tenant'
import { TenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { makeTenant } from '#tests/factories/tenant_factory'
import { aceProcess } from '#tests/support/node_process'
import { outcomeOf } from '#tests/support/outcome'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const POINTS = [
  'provisioning.reserved',
  'provisioning.rooted',
  'provisioning.building',
  'provisioning.built',
]

const newSlug = () => `p${randomBase62(10).toLowerCase()}`

/** Everything of a tenant that could be there twice, counted. */
async function counted({ id }: Tenant) {
  const { account, live } = schemaNames(id)
  return asSuperuser(Cell.named('main').database, async (superuser) => {
    const { rows } = await superuser.query(
      `select (select count(*)::int from pg_roles where rolname like $1 || '%') as roles,
              (select count(*)::int from pg_namespace where nspname like $1 || '%') as schemas,
              (select count(*)::int from cell.ledger where schema_name like $1 || '%') as entries,
              (select count(*)::int from platform.tenants where id = $2) as tenants`,
      [account, id]
    )
    const first = await superuser.query(
      `select (select count(*)::int from ${account}.users) as users, (select count(*)::int from ${account}.standing) as standings,
              (select count(*)::int from ${account}.chain_head) as heads, (select count(*)::int from ${live}.event_counter) as counters`
    )
    return { ...rows[0], ...first.rows[0] }
  })
}

const WHOLE = {
  roles: 1,
  schemas: 2,
  entries: 2,
  tenants: 1,
  users: 1,
  standings: 1,
  heads: 1,
  counters: 1,
}

/** A process is made to die as it makes a tenant. */
async function halfMade(point: string): Promise<Tenant> {
  const slug = newSlug()
  const args = ['tenant:create', 'Half', `--slug=${slug}`, `--owner=o@${slug}.test`, '--plan=pro']
  const { signal, output } = await aceProcess(args, { FAULT_POINT: point })
  if (signal !== 'SIGKILL') throw new Error(`It did not die at ${point}: ${output}`)
  return Tenant.findByOrFail('slug', slug)
}

/** How many relations a process has made that now waits for another to join a role. */
const MADE_BY_WHO_WAITS = `
  select count(*)::int as made from pg_locks where mode = 'AccessExclusiveLock' and locktype = 'relation'
     and pid in (select pid from pg_locks where not granted and locktype = 'object')`
const TABLES = `
  select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname like $1 || '%'`

test.group('Provisioning', () => {
  test('makes a tenant beside others, and waits for them only to join their roles, with all tables made', async ({
    assert,
    cleanup,
  }) => {
    const { roles, database } = Cell.named('main')
    const other = `t_${randomBase62(20).toLowerCase()}`
    await asSuperuser(database, async (superuser) => {
      await superuser.query(`create role ${other}`)
      cleanup(() =>
        asSuperuser(database, async (client) => {
          await client.query(`drop role ${other}`)
        })
      )
      await superuser.query(`begin; grant ${roles.tenant} to ${other}`)
      const making = makeTenant({ fromScratch: true })
      const made = async () => (await superuser.query(MADE_BY_WHO_WAITS)).rows[0].made
      await until(async () => (await made()) > 0)
      const before = await made()
      await superuser.query('rollback')
      const { account } = schemaNames((await making).id)
      const { tables } = (await superuser.query(TABLES, [account])).rows[0]
      assert.isAtLeast(before, tables)
    })
  })

  test('makes a tenant that is whole', async ({ assert }) => {
    const tenant = await makeTenant({ fromScratch: true })
    assert.deepEqual(await counted(tenant), WHOLE)
    assert.equal(tenant.status, 'ready')
    assert.isNull(tenant.wanted)
  })

  test('makes a whole tenant of schemas that are there already, without a second set', async ({
    assert,
  }) => {
    const cell = Cell.named('main')
    const id = newId('ten')
    const sql = await new TenantSchemas(id, cell).open()
    await cell.as('migrator', (client) => transaction(client, () => client.query(sql)))
    const slug = newSlug()
    const owner = { id: newId('usr'), email: `o@${slug}.test`, name: 'O', passwordHash: null }
    const tenant = await Provisioning.create({ name: 'Ahead', slug, plan: 'pro', owner }, id)
    assert.equal(tenant.id, id)
    assert.deepEqual(await counted(tenant), WHOLE)
    assert.equal(tenant.status, 'ready')
  })

  test('died at {$self}: the tenant is invisible until another process has finished it')
    .with(POINTS)
    .run(async ({ assert }, point) => {
      const tenant = await halfMade(point)
      const resolver = new TenantResolver()
      assert.equal(tenant.status, 'provisioning')
      assert.isNull(await resolver.byHost(platformHost(tenant.slug), 'app'))
      assert.isNull(await resolver.byId(tenant.id))
      assert.isNull(await resolver.byKeyPrefix(tenant.keyPrefix))

      const { finished, failed } = await Provisioning.resume({ abandonedAfterMs: 0 })
      assert.deepEqual(failed, [])
      assert.include(finished, tenant.id)

      const known = await new TenantResolver().byHost(platformHost(tenant.slug), 'app')
      assert.equal(known?.id, tenant.id)
      assert.deepEqual(await counted(tenant), WHOLE)
      assert.isNull((await tenant.refresh()).wanted)
      assert.equal((await keyRing.derive(tenant.id, 'test')).symmetricKeySize, 32)
      const scope = { tenant: tenant.ref, environment: 'live' as const }
      const entitlements = await CurrentTenant.run(scope, () => TenantEntitlements.current())
      assert.equal(entitlements.planKey, 'pro')
    })

  test('taken up by several processes at once makes nothing twice', async ({ assert }) => {
    const tenant = await reserved()
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => Provisioning.resume({ abandonedAfterMs: 0 }))
    )
    for (const { failed } of outcomes) assert.deepEqual(failed, [])
    assert.deepEqual(await counted(tenant), WHOLE)
  })

  test('leaves those in peace that have only just begun', async ({ assert }) => {
    const tenant = await reserved()
    const { finished } = await Provisioning.resume()
    assert.notInclude(finished, tenant.id)
    await tenant.delete()
  })

  test('one that cannot be finished stops no other', async ({ assert }) => {
    const hopeless = await reserved({ cell: 'nowhere' })
    const hopeful = await reserved()
    const { finished, failed } = await Provisioning.resume({ abandonedAfterMs: 0 })
    assert.include(finished, hopeful.id)
    assert.deepEqual(
      failed.map(({ tenantId }) => tenantId),
      [hopeless.id]
    )
    await hopeless.delete()
  })

  test('does not make ready again what was suspended since', async ({ assert }) => {
    const tenant = await makeTenant()
    const stale = await Tenant.findOrFail(tenant.id)
    stale.status = 'provisioning'
    await tenant.merge({ status: 'suspended' }).save()
    await Provisioning.finish(stale)
    assert.equal((await Tenant.findOrFail(tenant.id)).status, 'suspended')
  })

  test('opens a sandbox once, however many ask for it at once', async ({ assert }) => {
    const tenant = await makeTenant({ fromScratch: true })
    const ask = async () => Provisioning.openSandbox(await Tenant.findOrFail(tenant.id))
    await Promise.all([ask(), ask(), ask()])
    assert.deepEqual(await counted(tenant), { ...WHOLE, roles: 2, schemas: 3, entries: 3 })
    assert.isTrue((await tenant.refresh()).hasSandbox)
  })

  test('refuses a slug that is taken, reserved or misshapen, and an unknown plan', async ({
    assert,
  }) => {
    const { slug } = await makeTenant()
    const owner = { id: newId('usr'), email: 'o@x.test', name: 'O', passwordHash: null }
    const codeOf = async (wanted: { slug: string; plan?: string }) =>
      (await outcomeOf(() => Provisioning.create({ name: 'X', plan: 'free', owner, ...wanted })))
        .code
    assert.equal(await codeOf({ slug }), 'slug_taken')
    for (const refused of ['www', 'A', '-a', 'a-', 'a--b', '', 'a.b', 'x'.repeat(41)])
      assert.equal(await codeOf({ slug: refused }), 'slug_refused', refused)
    assert.equal(await codeOf({ slug: newSlug(), plan: 'golden' }), 'plan_unknown')
  })

  test('two that want the same slug at once: one gets it', async ({ assert }) => {
    const slug = newSlug()
    const owner = { id: newId('usr'), email: 'o@x.test', name: 'O', passwordHash: null }
    const wanted = { name: 'X', slug, plan: 'free', owner }
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => outcomeOf(() => Provisioning.create(wanted)))
    )
    assert.lengthOf(
      outcomes.filter(({ code }) => code === 'slug_taken'),
      2
    )
  })
})

/** A row as a process leaves it that dies at once. */
function reserved(change: Partial<Pick<Tenant, 'cell'>> = {}): Promise<Tenant> {
  const slug = newSlug()
  const owner = { id: newId('usr'), email: `o@${slug}.test`, name: 'O', passwordHash: null }
  const now = new Date()
  return Tenant.create({
    ...{ id: newId('ten'), slug, name: 'Reserved', planKey: 'free', cell: 'main' },
    ...{ keyPrefix: randomBase62(8), status: 'provisioning', hasSandbox: false, version: 1 },
    ...{ wanted: { name: 'Reserved', slug, plan: 'free', owner }, createdAt: now, updatedAt: now },
    ...change,
  })
}
