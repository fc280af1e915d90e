import fc from 'fast-check'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#app/foundation/identifier'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { insertion } from '#app/tenancy/statement'
import { roleName } from '#app/tenancy/tenant_ref'
import Brand from '#app/brand/brand'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { asSuperuser } from '#tests/support/superuser'
import { outcomeOf } from '#tests/support/outcome'

const TENANTS = 10
const CONNECTIONS = 4
const QUERIES = 300
const NARROW = 'narrow'

interface Meeting {
  assert: Assert
  tenant: Tenant
  /** The tenant next to it, whose rows must not be met. */
  neighbour: Tenant
  key: string
}

const now = new Date()
const row = (key: string, fingerprint: string) =>
  insertion('idempotency_keys', [
    { key, fingerprint, claim: key, claimed_until: now, created_at: now },
  ])
const keep = ({ key, tenant }: Meeting) => CurrentTenant.batch([row(key, tenant.id)])
const whoAmI = { text: `select current_user as role, current_setting('search_path') as path` }

async function assertMyself({ assert, tenant }: Meeting) {
  const [[{ role }]] = await CurrentTenant.batch([whoAmI])
  assert.equal(role, roleName(tenant.id, 'live'))
}

async function assertCode({ assert }: Meeting, code: string, attempt: () => Promise<unknown>) {
  assert.equal((await outcomeOf(attempt)).code, code)
}

/** What 300 queries do; those that keep a row say so. */
const DEEDS: Record<string, (meeting: Meeting) => Promise<unknown>> = {
  'read by model': async ({ assert, tenant }) =>
    assert.equal((await Brand.current()).name, tenant.name),
  'read by batch': assertMyself,
  'read twice in a unit': (meeting) =>
    unit(async () => {
      await assertMyself(meeting)
      await CurrentTenant.batch([{ text: 'select pg_sleep(0.003)' }])
      await assertMyself(meeting)
    }),
  'keep': (meeting) => unit(() => keep(meeting)),
  'keep alone': keep,
  'keep in a joined unit': (meeting) => unit(() => unit(() => keep(meeting))),
  'roll back': (meeting) =>
    assertCode(meeting, 'Error: no', () =>
      unit(async () => {
        await keep(meeting)
        throw new Error('no')
      })
    ),
  'fail in a unit': (meeting) =>
    assertCode(meeting, '22012', () =>
      unit(async () => {
        await keep(meeting)
        await CurrentTenant.client().rawQuery('select 1 / 0')
      })
    ),
  'fail in a batch': (meeting) =>
    assertCode(meeting, '23505', () =>
      CurrentTenant.batch([row(meeting.key, 'x'), row(meeting.key, 'x'), whoAmI])
    ),
  'fail alone': (meeting) =>
    assertCode(meeting, '42P01', async () =>
      CurrentTenant.client().rawQuery('select * from nowhere')
    ),
  'swallow a failure': (meeting) =>
    assertCode(meeting, 'E_UNIT_MISUSED', () =>
      unit(async () => {
        await keep(meeting)
        await unit(async () => Promise.reject(new Error('inner'))).catch(() => {})
      })
    ),
  'reach for the neighbour': (meeting) =>
    assertCode(meeting, '42501', () =>
      CurrentTenant.batch([
        { text: `select * from ${roleName(meeting.neighbour.id, 'live')}.idempotency_keys` },
      ])
    ),
  'be refused by the guard': (meeting) =>
    assertCode(meeting, 'E_STATEMENT_REFUSED', () =>
      unit(async () => {
        await keep(meeting)
        await CurrentTenant.client().rawQuery('reset role')
      })
    ),
}

const KEEPERS = ['keep', 'keep alone', 'keep in a joined unit']
const STRANGER = { id: newId('ten'), cell: NARROW }

test.group('Interleaving', (group) => {
  let tenants: Tenant[]

  group.setup(async () => {
    tenants = []
    for (let number = 0; number < TENANTS; number++)
      tenants.push(await makeTenant({ name: `Tenant ${number}` }))
    const main = db.manager.get('cell:main')
    if (!main) throw new Error('The cell main is not configured')
    const { pool } = main.config
    db.manager.add(`cell:${NARROW}`, { ...main.config, pool: { ...pool, max: CONNECTIONS } })
    return () => db.manager.release(`cell:${NARROW}`)
  })

  const entering = <T>({ id }: Tenant, work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: { id, cell: NARROW }, environment: 'live' }, work)

  const rowsOf = (tenant: Tenant) =>
    entering(tenant, () =>
      CurrentTenant.batch([{ text: 'select key, fingerprint from idempotency_keys' }])
    )

  test(`${QUERIES} queries of ${TENANTS} tenants over ${CONNECTIONS} connections meet only their own rows`, async ({
    assert,
  }) => {
    const query = fc.record({
      tenant: fc.nat(TENANTS - 1),
      deed: fc.constantFrom(...Object.keys(DEEDS)),
    })
    const plan = fc.array(query, { minLength: QUERIES, maxLength: QUERIES })
    const property = fc.asyncProperty(plan, async (queries) => {
      const kept = new Map(tenants.map(({ id }) => [id, new Set<string>()]))
      const before = await Promise.all(tenants.map(rowsOf))
      await Promise.all(
        queries.map(({ tenant: number, deed }) => {
          const tenant = tenants[number]
          const meeting = {
            assert,
            tenant,
            neighbour: tenants[(number + 1) % TENANTS],
            key: newId('idk'),
          }
          if (KEEPERS.includes(deed)) kept.get(tenant.id)?.add(meeting.key)
          return entering(tenant, () => DEEDS[deed](meeting))
        })
      )
      for (const [number, tenant] of tenants.entries()) {
        const [rows] = await rowsOf(tenant)
        const added = rows.filter(({ key }) => !before[number][0].some((old) => old.key === key))
        assert.sameMembers(
          added.map(({ key }) => key),
          [...(kept.get(tenant.id) ?? [])]
        )
        assert.isTrue(rows.every(({ fingerprint }) => fingerprint === tenant.id))
      }
    })
    await fc.assert(property, { numRuns: 3, endOnFailure: true })
  })

  test('a tenant that has no role leaves no broken connection behind', async ({ assert }) => {
    const asStranger = (work: () => Promise<unknown>) =>
      CurrentTenant.run({ tenant: STRANGER, environment: 'live' }, work)
    for (let time = 0; time < 3 * CONNECTIONS; time++) {
      const attempts = [
        () => unit(() => CurrentTenant.batch([whoAmI])),
        () => CurrentTenant.batch([whoAmI]),
        async () => Brand.query(),
      ]
      for (const attempt of attempts)
        assert.equal((await outcomeOf(() => asStranger(attempt))).code, '22023')
    }
    for (const tenant of tenants) {
      const meeting = { assert, tenant, neighbour: tenants[0], key: newId('idk') }
      await entering(tenant, () => unit(() => assertMyself(meeting)))
      await entering(tenant, () => assertMyself(meeting))
    }
  })

  test('a unit whose session is ended under it fails whole, and the next one works', async ({
    assert,
  }) => {
    const [tenant] = tenants
    const meeting = { assert, tenant, neighbour: tenant, key: 'lost' }
    const bereft = () =>
      unit(async () => {
        await keep(meeting)
        const [[{ pid }]] = await CurrentTenant.batch([{ text: 'select pg_backend_pid() as pid' }])
        await endSession(pid)
        await assertMyself(meeting)
      })
    await assert.rejects(() => entering(tenant, bereft))
    const [rows] = await rowsOf(tenant)
    assert.isFalse(rows.some(({ key }) => key === 'lost'))
    for (const other of tenants)
      await entering(other, () => unit(() => assertMyself({ ...meeting, tenant: other })))
  })
})

function endSession(pid: unknown) {
  return asSuperuser(Cell.named('main').database, (superuser) =>
    superuser.query('select pg_terminate_backend($1, 5000)', [pid])
  )
}
