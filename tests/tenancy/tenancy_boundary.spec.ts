import { test } from '@japa/runner'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { changesOf } from '#app/tenancy/models/model_rows'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { roleName } from '#app/tenancy/tenant_ref'
import Plan from '#app/tenants/plans/plan'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Brand from '#app/brand/brand'
import Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { outcomeOf } from '#tests/support/outcome'

test.group('The tenancy boundary', (group) => {
  let acme: Tenant
  let globex: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme', withSandbox: true })
    globex = await makeTenant({ name: 'Globex' })
  })

  const inAcme = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const inSandbox = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, work)
  const inGlobex = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: globex.ref, environment: 'live' }, work)

  test('reads the rows of the tenant that is entered', async ({ assert }) => {
    assert.equal((await inAcme(() => TenantEntitlements.current())).name, 'Acme')
    assert.equal((await inGlobex(() => TenantEntitlements.current())).name, 'Globex')
  })

  test('keeps the scope over every kind of waiting', async ({ assert }) => {
    const roles = await Promise.all(
      [inAcme, inGlobex, inSandbox].map((enter) =>
        enter(async () => {
          await new Promise((resolve) => setImmediate(resolve))
          await Promise.all([Brand.current(), Promise.resolve()])
          const [[{ role }]] = await CurrentTenant.batch([{ text: 'select current_user as role' }])
          return role
        })
      )
    )
    assert.deepEqual(roles, [
      roleName(acme.id, 'live'),
      roleName(globex.id, 'live'),
      roleName(acme.id, 'test'),
    ])
  })

  test('refuses to save a row of one tenant in the scope of another', async ({ assert }) => {
    const brand = await inAcme(() => Brand.current())
    const steal = () => inGlobex(() => brand.merge({ name: 'Stolen' }).save())
    assert.equal((await outcomeOf(steal)).code, 'E_TENANT_MISMATCH')
    assert.equal((await inGlobex(() => Brand.current())).name, 'Globex')
    assert.equal((await inAcme(() => Brand.current())).name, 'Acme')
  })

  test('refuses to save a row of one environment in the other', async ({ assert }) => {
    const brand = await inAcme(() => Brand.current())
    const steal = () => inSandbox(() => brand.merge({ name: 'Stolen' }).save())
    assert.equal((await outcomeOf(steal)).code, 'E_TENANT_MISMATCH')
  })

  test('refuses a row of one tenant inside a unit of another', async ({ assert }) => {
    const brand = await inAcme(() => Brand.current())
    const steal = () => inGlobex(() => unit(() => brand.merge({ name: 'Stolen' }).save()))
    assert.equal((await outcomeOf(steal)).code, 'E_TENANT_MISMATCH')
  })

  test('refuses to make a statement of what has changed of another scope’s row', async ({
    assert,
  }) => {
    const brand = await inAcme(() => Brand.current())
    brand.merge({ name: 'Stolen' })
    for (const enter of [inGlobex, inSandbox]) {
      const steal = () => enter(() => unit(() => CurrentTenant.batch(changesOf(brand))))
      assert.equal((await outcomeOf(steal)).code, 'E_TENANT_MISMATCH')
    }
    assert.equal((await inGlobex(() => Brand.current())).name, 'Globex')
    const made = new Brand().merge({ name: 'Nobody’s' })
    assert.equal(
      (await outcomeOf(() => inAcme(async () => changesOf(made)))).code,
      'E_TENANT_MISMATCH'
    )
  })

  test('makes one statement of what has changed of a row, once', async ({ assert }) => {
    const brand = await inAcme(() => Brand.current())
    const { name, supportEmail } = brand
    assert.deepEqual(await inAcme(async () => changesOf(brand)), [])
    brand.merge({ supportEmail: 'new@acme.test' })
    const [{ text, values }, ...others] = await inAcme(async () => changesOf(brand))
    assert.match(text, /^update brand set support_email = \$2 where \w+ = \$1$/)
    assert.equal(values![1], 'new@acme.test')
    assert.lengthOf(others, 0)
    assert.deepEqual(await inAcme(async () => changesOf(brand)), [])
    brand.merge({ supportEmail: 'newer@acme.test' })
    await inAcme(() => unit(() => CurrentTenant.batch(changesOf(brand))))
    const now = await inAcme(() => Brand.current())
    assert.deepEqual([now.name, now.supportEmail], [name, 'newer@acme.test'])
    await inAcme(() => now.merge({ supportEmail }).save())
  })

  test('refuses a client that was handed over', async ({ assert }) => {
    const client = inAcme(() => CurrentTenant.client())
    const steal = () => inGlobex(async () => Brand.query({ client }))
    assert.equal((await outcomeOf(steal)).code, 'E_TENANT_MISMATCH')
    const name = inAcme(() => CurrentTenant.connectionName())
    const stealByName = () => inGlobex(async () => Brand.query({ connection: name }))
    assert.equal((await outcomeOf(stealByName)).code, 'E_TENANT_MISMATCH')
  })

  test('a row that was loaded in a unit is still its tenant’s after it', async ({ assert }) => {
    const brand = await inAcme(() => unit(() => Brand.current()))
    await inAcme(() => brand.merge({ supportEmail: 'help@acme.test' }).save())
    const steal = () => inGlobex(() => brand.merge({ name: 'Stolen' }).save())
    assert.equal((await outcomeOf(steal)).code, 'E_TENANT_MISMATCH')
  })

  test('refuses to enter a tenant inside an open unit, even the same', async ({ assert }) => {
    for (const enter of [inGlobex, inAcme, inSandbox]) {
      const attempt = () => inAcme(() => unit(async () => enter(() => Brand.current())))
      assert.equal((await outcomeOf(attempt)).code, 'E_UNIT_MISUSED')
    }
  })

  test('enters another tenant within a scope that has no unit open, and comes back', async ({
    assert,
  }) => {
    const names = await inAcme(async () => [
      (await Brand.current()).name,
      (await inGlobex(() => Brand.current())).name,
      (await Brand.current()).name,
    ])
    assert.deepEqual(names, ['Acme', 'Globex', 'Acme'])
  })

  test('refuses the platform inside a unit', async ({ assert }) => {
    for (const reach of [async () => Tenant.all(), async () => Plan.all()]) {
      const attempt = () => inAcme(() => unit<unknown>(reach))
      assert.equal((await outcomeOf(attempt)).code, 'E_UNIT_MISUSED')
    }
  })

  test('rolls the whole back when a joined unit fails, even if its error is caught', async ({
    assert,
  }) => {
    const work = () =>
      unit(async () => {
        const brand = await Brand.current()
        await brand.merge({ name: 'Half' }).save()
        await unit(async () => Promise.reject(new Error('inner'))).catch(() => {})
      })
    await assert.rejects(() => inAcme(work), /swallowed/)
    assert.equal((await inAcme(() => Brand.current())).name, 'Acme')
  })

  test('rolls back what the database itself refused inside a joined unit', async ({ assert }) => {
    const work = () =>
      unit(async () => {
        await (await Brand.current()).merge({ name: 'Half' }).save()
        await unit(() => CurrentTenant.batch([{ text: 'select 1 / 0' }])).catch(() => {})
      })
    assert.equal((await outcomeOf(() => inAcme(work))).code, 'E_UNIT_MISUSED')
    assert.equal((await inAcme(() => Brand.current())).name, 'Acme')
  })

  test('refuses what was not awaited before the unit was over', async ({ assert }) => {
    let late: Promise<unknown> = Promise.resolve()
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    await inAcme(() =>
      unit(async () => {
        late = gate.then(() => Brand.current())
        late.catch(() => {})
      })
    )
    release()
    assert.equal((await outcomeOf(() => late)).code, 'E_UNIT_MISUSED')
  })

  test('announces nothing that was rolled back, and once what was committed', async ({
    assert,
  }) => {
    const told: string[] = []
    const work = (name: string, fails: boolean) =>
      inAcme(() =>
        unit(async () => {
          CurrentTenant.afterCommit(name, () => told.push(name))
          CurrentTenant.afterCommit(name, () => told.push(name))
          if (fails) throw new Error('no')
        })
      )
    await work('kept', false)
    await assert.rejects(() => work('lost', true), 'no')
    assert.deepEqual(told, ['kept'])
  })

  test('leaves no work behind outside of a unit', async ({ assert }) => {
    const attempt = () => inAcme(async () => Outbox.append({ kind: 'seal', ref: 'x' }))
    assert.equal((await outcomeOf(attempt)).code, 'E_UNIT_MISUSED')
  })

  test('savepoints of Lucid’s own roll back alone', async ({ assert }) => {
    const name = await inAcme(() =>
      unit(async () => {
        const transaction = CurrentTenant.client()
        const nested = await transaction.transaction()
        await nested.rawQuery(`update brand set name = 'Nested'`)
        await nested.rollback()
        const kept = await transaction.transaction()
        await kept.rawQuery(`update brand set support_email = 'kept@acme.test'`)
        await kept.commit()
        return (await Brand.current()).name
      })
    )
    assert.equal(name, 'Acme')
    assert.equal((await inAcme(() => Brand.current())).supportEmail, 'kept@acme.test')
  })

  test('sends several statements in one batch', async ({ assert }) => {
    const rows = await inAcme(() =>
      CurrentTenant.batch([
        { text: 'select current_user as role' },
        { text: 'select $1::int + 1 as sum', values: [41] },
      ])
    )
    assert.deepEqual(rows, [[{ role: roleName(acme.id, 'live') }], [{ sum: 42 }]])
  })

  test('a batch in which one statement fails changes nothing', async ({ assert }) => {
    const batch = () =>
      CurrentTenant.batch([
        { text: `update brand set name = 'Half'` },
        { text: 'select 1 / 0' },
        { text: `update brand set name = 'Half'` },
      ])
    assert.equal((await outcomeOf(() => inAcme(batch))).code, '22012')
    assert.equal((await inAcme(() => Brand.current())).name, 'Acme')
  })
})
