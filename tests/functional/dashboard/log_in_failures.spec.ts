import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import logInEntry from '#app/identity/sessions/log_in_failure_entry'
import { LogInFailures, MAX_ADDRESSES, MAX_ROWS } from '#app/identity/sessions/log_in_failures'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type User from '#app/identity/users/user'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const STRANGER = 'mallory@elsewhere.test'

test.group('Dashboard | failed log-ins', (group) => {
  let tenant: Tenant
  let owner: User

  group.each.setup(async () => {
    tenant = await makeTenant({ hasPassword: true })
    owner = await withPassword(tenant, await ownerOf(tenant))
  })

  const fails = (email: string, password = 'a wrong one') =>
    new Visitor(tenant).post('/login', { email, password })
  const notes = (email: string, ipAddress: string) =>
    inLive(tenant, () => LogInFailures.note(email, ipAddress))
  const rows = async () =>
    (
      await inLive(tenant, () =>
        CurrentTenant.batch([{ text: 'select * from log_in_failures order by id' }])
      )
    )[0]
  const entries = async () =>
    (await inLive(tenant, () => SecurityTrail.read({ limit: 200 }))).filter(
      ({ action }) => action === 'log_in.failed'
    )
  const page = async () => (await (await Visitor.as(tenant)).get('/settings/security')).text

  test('are one entry for a person and an hour, with their number', async ({ assert }) => {
    for (let count = 0; count < 3; count++) assert.equal((await fails(owner.email)).status, 422)
    assert.match(await page(), /3 attempts to log in failed since/)
    assert.lengthOf(await entries(), 0)
    assert.equal(await doWork(tenant, 'log_in.failed'), 0)
    assert.equal(await doWork(tenant, 'log_in.failed', { early: true }), 1)
    const [entry, ...more] = await entries()
    assert.lengthOf(more, 0)
    assert.equal(entry.body.details.tries, 3)
    assert.equal(entry.body.details.userId, owner.id)
    assert.equal(entry.personal.account, owner.email)
    assert.equal(entry.personal.actorName, 'Somebody')
    assert.equal(entry.personal.ipAddress, '127.0.0.1')
    const text = await page()
    assert.include(text, 'Failed to log in')
    assert.include(text, owner.email)
    assert.notInclude(text, 'attempts to log in failed since')
    assert.lengthOf(await rows(), 0)
  })

  test('of an address that nobody here has name it nowhere', async ({ assert }) => {
    await fails(STRANGER)
    await fails('another@elsewhere.test')
    const kept = await rows()
    assert.lengthOf(kept, 1)
    await doWork(tenant, 'log_in.failed', { early: true })
    const [entry] = await entries()
    assert.deepInclude(entry.body.details, { tries: 2, account: 'unknown here' })
    for (const text of [JSON.stringify(kept), JSON.stringify(entry), await page()])
      assert.notInclude(text, 'elsewhere.test')
  })

  test('that turn out well leave nothing', async ({ assert }) => {
    const answer = await fails(owner.email, 'a long and quiet night')
    assert.equal(answer.status, 303)
    assert.lengthOf(await rows(), 0)
  })

  test('from everywhere make only so many rows, and every try counts', async ({ assert }) => {
    const tries = 20
    for (let count = 0; count < tries; count++) await notes(owner.email, `203.0.113.${count}`)
    for (let count = 0; count < tries; count++) await notes(STRANGER, `198.51.100.${count}`)
    const kept = await rows()
    assert.lengthOf(kept, 2 * (MAX_ADDRESSES + 1))
    const total = kept.reduce((sum, row) => sum + Number(row.tries), 0)
    assert.equal(total, 2 * tries)
    await notes(owner.email, '203.0.113.0')
    assert.lengthOf(await rows(), kept.length)
    await doWork(tenant, 'log_in.failed', { early: true })
    assert.match(await page(), /From<\/span> Many addresses/)
  })

  test('of more people than an hour has rows are told as one', async ({ assert }) => {
    const hour = new Date(Math.floor(clock.now().getTime() / 3_600_000) * 3_600_000)
    await inLive(tenant, () =>
      CurrentTenant.batch([
        {
          text: `insert into log_in_failures (id, hour, user_id) select 'lif_' || n, $1, 'usr_' || n from generate_series(1, ${MAX_ROWS}) n`,
          values: [hour],
        },
      ])
    )
    await notes(owner.email, '203.0.113.1')
    await notes(STRANGER, '203.0.113.2')
    const rest = (await rows()).filter((row) => row.user_id === '')
    assert.lengthOf(rest, 1)
    assert.equal(rest[0].tries, 2)
  })

  test('at once are counted each', async ({ assert }) => {
    await Promise.all(Array.from({ length: 12 }, () => notes(owner.email, '203.0.113.7')))
    const kept = await rows()
    assert.deepEqual(
      kept.map(({ tries }) => tries),
      [12]
    )
    assert.equal(await doWork(tenant, 'log_in.failed', { early: true }), 1)
  })

  test('are written once, though the work comes again', async ({ assert }) => {
    await notes(owner.email, '203.0.113.7')
    const [{ id }] = await rows()
    await doWork(tenant, 'log_in.failed', { early: true })
    const lost = { id: '00000000-0000-0000-0000-000000000000', fence: 1, kind: 'log_in.failed' }
    await assert.rejects(() =>
      inLive(tenant, () => logInEntry({ ...lost, ref: String(id), lane: '', tries: 1 }))
    )
    assert.lengthOf(await entries(), 1)
  })

  test('of one tenant are no other’s, and none of the sandbox’s', async ({ assert }) => {
    await fails(owner.email)
    const other = await makeTenant({ hasPassword: true, withSandbox: true })
    const [none] = await inLive(other, () =>
      CurrentTenant.batch([{ text: 'select * from log_in_failures' }])
    )
    assert.lengthOf(none, 0)
    await assert.rejects(
      () =>
        CurrentTenant.run({ tenant: other.ref, environment: 'test' }, () =>
          CurrentTenant.batch([{ text: 'select * from log_in_failures' }])
        ),
      /permission denied/
    )
  })
})
