import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type { Environment } from '#app/foundation/environment'
import { TestClock } from '#app/sandbox/test_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Cell } from '#app/tenancy/cell'
import { HELD_UNTIL } from '#app/tenancy/outbox/due'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { roleName, schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { outboxRows } from '#tests/support/outbox_view'
import { asSuperuser } from '#tests/support/superuser'

const DAY_S = 24 * 3_600
const DAY_MS = DAY_S * 1_000

const within = <T>(tenant: Tenant, environment: Environment, work: () => Promise<T>) =>
  CurrentTenant.run({ tenant: tenant.ref, environment }, work)

const sandboxOf = <T>(tenant: Tenant, work: () => Promise<T>) => within(tenant, 'test', work)

async function due(tenant: Tenant, environment: Environment, kind: string): Promise<number[]> {
  const scope = roleName(tenant.id, environment)
  const rows = (await outboxRows()).filter((row) => row.scope === scope && row.kind === kind)
  return rows.map(({ due_at: at }) => (at.getTime() - Date.now()) / DAY_MS)
}

const offset = (tenant: Tenant) => sandboxOf(tenant, async () => (await TestClock.read()).seconds)

test.group('The clock of a sandbox', (group) => {
  let acme: Tenant
  let globex: Tenant

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant({ withSandbox: true })
  })

  test('takes documents to their reminder and their end', async ({ assert }) => {
    const { id } = await sandboxOf(acme, () => makeDocument({ expiresInDays: 30 }))
    assert.equal(await doWork(acme, 'expire', { environment: 'test' }), 0)
    await sandboxOf(acme, () => TestClock.advance({ seconds: 28 * DAY_S }))
    assert.equal(await doWork(acme, 'remind', { environment: 'test' }), 1)
    assert.equal(await doWork(acme, 'expire', { environment: 'test' }), 0)
    await sandboxOf(acme, () => TestClock.advance({ seconds: 2 * DAY_S }))
    assert.equal(await doWork(acme, 'expire', { environment: 'test' }), 1)
    const { status, expiredAt, sentAt } = await sandboxOf(acme, () => Document.findOrFail(id))
    assert.equal(status, 'expired')
    assert.isAtLeast(expiredAt!.getTime() - sentAt!.getTime(), 30 * DAY_MS)
  })

  test('leaves other sandboxes and every live side where they are', async ({ assert }) => {
    const wanted = { expiresInDays: 30 }
    for (const [tenant, environment] of [
      [acme, 'live'],
      [acme, 'test'],
      [globex, 'test'],
    ] as const)
      await within(tenant, environment, () => makeDocument(wanted))
    await sandboxOf(acme, () => TestClock.advance({ seconds: 29 * DAY_S }))
    assert.approximately((await due(acme, 'test', 'expire'))[0], 1, 0.01)
    assert.approximately((await due(acme, 'live', 'expire'))[0], 30, 0.01)
    assert.approximately((await due(globex, 'test', 'expire'))[0], 30, 0.01)
    assert.equal(await offset(globex), 0)
    const live = await within(acme, 'live', () => makeDocument(wanted))
    assert.approximately(live.sentAt!.getTime(), Date.now(), DAY_MS / 100)
  })

  test('dates what happens after it was moved on, and what becomes due is due by it', async ({
    assert,
  }) => {
    await sandboxOf(acme, () => TestClock.advance({ seconds: 100 * DAY_S }))
    const document = await sandboxOf(acme, () => makeDocument({ expiresInDays: 10 }))
    assert.approximately((document.sentAt!.getTime() - Date.now()) / DAY_MS, 100, 0.01)
    assert.approximately((document.expiresAt!.getTime() - Date.now()) / DAY_MS, 110, 0.01)
    assert.approximately((await due(acme, 'test', 'expire'))[0], 10, 0.01)
  })

  test('counts every move, also those made at the same moment', async ({ assert }) => {
    await sandboxOf(acme, () => makeDocument({ expiresInDays: 30 }))
    await Promise.all(
      Array.from({ length: 8 }, () => sandboxOf(acme, () => TestClock.advance({ seconds: DAY_S })))
    )
    assert.equal(await offset(acme), 8 * DAY_S)
    assert.approximately((await due(acme, 'test', 'expire'))[0], 22, 0.01)
  })

  test('moves once for two who name the same time', async ({ assert }) => {
    const to = new Date(Date.now() + 5 * DAY_MS)
    const moves = await Promise.allSettled(
      [to, to].map((time) => sandboxOf(acme, () => TestClock.advance({ to: time })))
    )
    assert.isNotEmpty(moves.filter(({ status }) => status === 'fulfilled'))
    assert.approximately(await offset(acme), 5 * DAY_S, 5)
  })

  test('misses no work that is left while it moves', async ({ assert }) => {
    const sending = Array.from({ length: 6 }, () =>
      sandboxOf(acme, () => makeDocument({ expiresInDays: 30 }))
    )
    const moving = Array.from({ length: 6 }, () =>
      sandboxOf(acme, () => TestClock.advance({ seconds: DAY_S }))
    )
    const [documents] = await Promise.all([Promise.all(sending), Promise.all(moving)])
    const ahead = await offset(acme)
    const waits = (await due(acme, 'test', 'expire')).sort((one, other) => one - other)
    const expected = documents
      .map(({ expiresAt }) => (expiresAt!.getTime() - Date.now()) / DAY_MS - ahead / DAY_S)
      .sort((one, other) => one - other)
    assert.lengthOf(waits, 6)
    waits.forEach((wait, index) => assert.approximately(wait, expected[index], 0.01))
  })

  test('leaves leases alone, and what is put off waits by it', async ({ assert }) => {
    const [one] = await sandboxOf(acme, async () => {
      await unit(async () => Outbox.append({ kind: 'remind', ref: 'x' }))
      return (await outboxRows()).filter(
        ({ ref, scope }) => ref === 'x' && scope === roleName(acme.id, 'test')
      )
    })
    const until = new Date(Date.now() + 60_000)
    await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query('update cell.outbox set fence = 1, lease_until = $2 where id = $1', [
        one.id,
        until,
      ])
    )
    await sandboxOf(acme, () => TestClock.advance({ seconds: 50 * DAY_S }))
    const [held] = (await outboxRows()).filter(({ id }) => id === one.id)
    assert.equal(held.lease_until?.getTime(), until.getTime())
    await sandboxOf(acme, async () => {
      await TestClock.read()
      const later = new Date(tenantClock.now().getTime() + 3 * DAY_MS)
      await Outbox.putOff({ id: one.id, fence: 1 }, later)
    })
    assert.approximately((await due(acme, 'test', 'remind'))[0], 3, 0.01)
  })

  test('comes near nothing that is held until an operator lets it go', async ({ assert }) => {
    await sandboxOf(acme, () => unit(async () => Outbox.append({ kind: 'mail.send', ref: 'x' })))
    const mine = async () =>
      (await outboxRows()).filter(
        ({ kind, scope }) => kind === 'mail.send' && scope === roleName(acme.id, 'test')
      )
    const [{ id }] = await mine()
    await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query('update cell.outbox set due_at = $2 where id = $1', [id, HELD_UNTIL])
    )
    await sandboxOf(acme, () => TestClock.advance({ seconds: DAY_S }))
    const [held] = await mine()
    assert.equal(held.due_at.getTime(), HELD_UNTIL.getTime())
  })

  test('is not guessed: code that asks before it was read is refused, or waits for it', async ({
    assert,
  }) => {
    await sandboxOf(acme, () => TestClock.advance({ seconds: DAY_S }))
    const asked = () => sandboxOf(acme, async () => tenantClock.now())
    await assert.rejects(asked, /was not read yet/)
    const read = await sandboxOf(acme, () => tenantClock.read())
    assert.approximately((read.getTime() - Date.now()) / DAY_MS, 1, 0.01)
    const live = await within(acme, 'live', async () => tenantClock.now())
    assert.approximately(live.getTime(), Date.now(), DAY_MS / 100)
  })

  test('goes neither back nor out of sight, and is then left as it was', async ({ assert }) => {
    const refused = (step: Parameters<typeof TestClock.advance>[0]) =>
      assert.rejects(() => sandboxOf(acme, () => TestClock.advance(step)), /The clock/)
    await refused({ to: new Date(Date.now() - DAY_MS) })
    await refused({ to: new Date(Date.now() + 21 * 366 * DAY_MS) })
    await refused({ seconds: 8_000 * DAY_S })
    assert.equal(await offset(acme), 0)
  })

  test('cannot be moved from live, nor for another, not even by a statement', async ({
    assert,
  }) => {
    const hasten = { text: 'select cell.hasten($1)', values: [1_000] }
    const inLive = () => within(acme, 'live', () => CurrentTenant.batch([hasten]))
    await assert.rejects(inLive, /only the clock of a sandbox moves/)
    const read = { text: 'select * from test_clock' }
    await assert.rejects(
      () => within(acme, 'live', () => CurrentTenant.batch([read])),
      /permission/
    )
    const { account } = schemaNames(globex.id)
    const others = { text: `update ${account}.test_clock set offset_ms = 1` }
    await assert.rejects(() => sandboxOf(acme, () => CurrentTenant.batch([others])), /permission/)
  })
})
