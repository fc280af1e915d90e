import { test } from '@japa/runner'
import testUtils from '@adonisjs/core/services/test_utils'
import { newId } from '#app/foundation/identifier'
import type { Scope } from '#app/identity/access/scope'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import Brand from '#app/brand/brand'
import { BrandChange } from '#app/brand/brand_change'
import { PublishedBrand } from '#app/brand/published_brand'
import { Profile } from '#app/brand/profile'
import type Tenant from '#app/tenants/tenant'
import { Usage } from '#app/tenants/usage/usage'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import Delivery from '#app/webhooks/deliveries/delivery'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { ApiClient } from '#tests/factories/api_client'
import { doPlatformWork } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import type { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import { doWork } from '#tests/support/inline_work'
import { closeReachableCell, openReachableCell } from '#tests/support/reachable_cell'
import { asSuperuser } from '#tests/support/superuser'

const SCOPES: Scope[] = ['tenants:read', 'tenants:write']
const BY = { type: 'user', id: 'usr_0', name: 'Olga Owner' } as const
type Home = 'the first cell' | 'the second cell'
const HOMES: Home[] = ['the first cell', 'the second cell']

/** A reseller, one of its tenants beside it and one in the other cell. */
interface Tree {
  reseller: Tenant
  near: Tenant
  far: Tenant
  client: ApiClient
}

const live = <T>(tenant: Tenant, work: () => Promise<T>) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
const send = (tenant: Tenant) =>
  live(tenant, () =>
    unit(async () => Usage.consume({ documentId: newId('doc'), signerIds: [newId('sig')] }))
  )
const eventsOf = (tenant: Tenant) =>
  live(tenant, async () => {
    const [rows] = await CurrentTenant.batch([
      { text: 'select name, body from events order by position' },
    ])
    return rows.map(({ name, body }) => ({ name, data: JSON.parse(String(body)).data }))
  })

test.group('Two cells', (group) => {
  let own: CellOfItsOwn
  const trees = new Map<Home, Tree>()

  group.setup(() => testUtils.httpServer().start())
  group.setup(async () => {
    own = await openReachableCell()
    trees.set('the first cell', await grow('main', own.cell.name))
    trees.set('the second cell', await grow(own.cell.name, 'main'))
    return () => closeReachableCell(own)
  })

  async function grow(here: string, there: string): Promise<Tree> {
    const of = { hasPassword: true, withSandbox: true, plan: 'free' }
    const reseller = await makeTenant({ ...of, plan: 'enterprise', name: 'Umbrella', cell: here })
    await live(reseller, () => Endpoint.register({ url: 'http://127.0.0.1:9/hook' }))
    const below = { ...of, parentId: reseller.id }
    const near = await makeTenant({ ...below, name: 'Near', cell: here })
    const far = await makeTenant({ ...below, name: 'Far', cell: there })
    await doPlatformWork()
    return { reseller, near, far, client: await ApiClient.of(reseller, 'live', { scopes: SCOPES }) }
  }

  const tree = (home: Home): Tree => trees.get(home) as Tree

  test('a reseller in {$self} lists the tenants of both, and each is only where it lives')
    .with(HOMES)
    .run(async ({ assert }, home) => {
      const { near, far, client } = tree(home)
      const { body } = await client.get('/api/v1/tenants')
      assert.sameMembers(
        (body.data as { id: string }[]).map(({ id }) => id),
        [near.id, far.id]
      )
      for (const tenant of [near, far]) {
        const cells = await Promise.all(
          [Cell.named('main'), own.cell].map(async (cell) => {
            const { rowCount } = await asSuperuser(cell.database, (superuser) =>
              superuser.query('select 1 from pg_namespace where nspname = any ($1)', [
                Object.values(schemaNames(tenant.id)),
              ])
            )
            return rowCount ? cell.name : ''
          })
        )
        assert.deepEqual(cells.filter(Boolean), [tenant.cell])
      }
    })

  test(
    'a reseller in {$self} reads what the one in the other cell used, and hears when its quota nears its end'
  )
    .with(HOMES)
    .run(async ({ assert }, home) => {
      const { reseller, far, client } = tree(home)
      for (let sent = 0; sent < 4; sent += 1) await send(far)
      await doWork(far, 'usage.report', { early: true })
      await doWork(far, 'resale.pass_on')
      await doPlatformWork()
      const { body } = await client.get(`/api/v1/tenants/${far.id}/usage`)
      assert.equal(body.period, UsageMonth.current().name)
      assert.containSubset(body.items, [{ name: 'documents', used: 4, limit: 5 }])
      const heard = (await eventsOf(reseller)).filter(
        ({ name }) => name === 'usage.threshold_reached'
      )
      assert.lengthOf(heard, 1)
      assert.containSubset(heard[0].data, { tenantId: far.id, threshold: 80, used: 4 })
    })

  test(
    'a reseller in {$self} suspends and resumes the one in the other cell, and its webhooks are told'
  )
    .with(HOMES)
    .run(async ({ assert }, home) => {
      const { reseller, near, far, client } = tree(home)
      const farsOwn = await ApiClient.of(far, 'test')
      assert.equal((await farsOwn.get('/api/v1/documents')).status, 200)
      const suspended = await client.post(`/api/v1/tenants/${far.id}/suspend`, {})
      assert.equal(suspended.status, 200, suspended.text)
      await doPlatformWork()
      assert.equal((await farsOwn.get('/api/v1/documents')).body.error?.code, 'tenant_suspended')
      const nears = await ApiClient.of(near, 'test')
      assert.equal((await nears.get('/api/v1/documents')).status, 200)
      await client.post(`/api/v1/tenants/${far.id}/resume`, {})
      await doPlatformWork()
      assert.equal((await farsOwn.get('/api/v1/documents')).status, 200)
      const about = (await eventsOf(reseller)).filter(({ data }) => data.tenantId === far.id)
      const names = about.map(({ name }) => name)
      assert.includeMembers(names, ['tenant.created', 'tenant.suspended', 'tenant.resumed'])
      const delivered = await live(reseller, () => Delivery.all())
      assert.includeMembers(
        delivered.map(({ event }) => event),
        ['tenant.created', 'tenant.suspended', 'tenant.resumed']
      )
    })

  test('the brand of a reseller in {$self} comes down to its tenants in both')
    .with(HOMES)
    .run(async ({ assert }, home) => {
      const { reseller, near, far } = tree(home)
      await live(reseller, async () => {
        const { values } = await Brand.current()
        await BrandChange.make({ ...values, color: '#7a1fa2', name: 'Signwell' }, BY)
        await PublishedBrand.refresh()
      })
      await doPlatformWork()
      for (const tenant of [near, far]) {
        const brand = await live(tenant, async () => (await Profile.current()).brand)
        assert.equal(brand.color, '#7a1fa2', tenant.name)
        assert.equal(brand.inherited.reseller, 'Signwell')
      }
    })

  test('a tenant in one cell is a stranger to a reseller in the other', async ({ assert }) => {
    const [first, second] = HOMES.map(tree)
    for (const [mine, others] of [
      [first, second],
      [second, first],
    ]) {
      for (const { id } of [others.near, others.far, others.reseller]) {
        const answer = await mine.client.post(`/api/v1/tenants/${id}/suspend`, {})
        assert.equal(answer.body.error?.code, 'tenant_not_found')
      }
      const astray = mine.client.at(others.client.host)
      assert.equal((await astray.get('/api/v1/tenants')).body.error?.code, 'invalid_key')
    }
  })
})
