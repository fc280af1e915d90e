import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import ApiKey from '#app/identity/keys/api_key'
import { KeyRotation } from '#app/identity/keys/key_rotation'
import { WORDINGS } from '#app/notifications/notices/index'
import { HeldWork } from '#app/queue/stuck/held_work'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { roleName } from '#app/tenancy/tenant_ref'
import Notice from '#app/tenants/notice'
import { Profile } from '#app/brand/profile'
import { Reader } from '#app/notifications/reader'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { outboxRows } from '#tests/support/outbox_view'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const END = 'keys.end'

test.group('The end of an API key', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ hasPassword: true })
  })
  group.each.setup(() => inLive(acme, async () => void (await Notice.query().delete())))
  group.each.teardown(async () => {
    clock.restore()
    for (const key of await inLive(acme, () => ApiKey.all())) await revoke(key)
    await doWork(acme, END, { early: true })
  })

  const revoke = (key: ApiKey) => inLive(acme, () => key.revoke(SYSTEM))

  async function issue(days: number | null, createdBy?: { id: string; name: string }) {
    const maker = createdBy ?? (await ownerOf(acme))
    const expiresAt = days === null ? null : new Date(clock.now().getTime() + days * DAY_MS)
    return inLive(acme, async () => {
      const wanted = { environment: 'test' as const, name: 'CRM', createdBy: maker, expiresAt }
      return (await ApiKey.issue(wanted)).key
    })
  }

  /** In how many days from now it is told next. */
  async function dueInDays(): Promise<number[]> {
    const rows = await outboxRows()
    const own = rows.filter(
      ({ kind, scope }) => kind === END && scope === roleName(acme.id, 'live')
    )
    const now = Date.now() // the outbox's clock does not travel
    return own.map(({ due_at: at }) => Math.round((at.getTime() - now) / DAY_MS))
  }

  const told = () => inLive(acme, () => Notice.query().orderBy('createdAt'))
  const notify = () => doWork(acme, END, { early: true })

  test('is not announced again by a database of an earlier moment, unless somebody lets it go', async ({
    assert,
    cleanup,
  }) => {
    cleanup(async () => void (await HeldWork.release()))
    const key = await issue(6)
    await inLive(acme, () => unit(async () => Outbox.append({ kind: END, ref: key.id })))
    await HeldWork.hold()
    await doWork(acme, END)
    assert.lengthOf(await told(), 0)
    await HeldWork.release()
    await doWork(acme, END)
    assert.lengthOf(await told(), 1)
  })

  test('is announced a week before, on the last day, and not again', async ({ assert }) => {
    const key = await issue(30)
    assert.deepEqual(await dueInDays(), [23])
    clock.travel(23 * DAY_MS - HOUR_MS / 60) // PostgreSQL is a minute ahead
    await notify()
    assert.deepEqual(
      (await told()).map(({ kind, details, userId }) => ({ kind, details, userId })),
      [{ kind: 'key.ending', details: { keyId: key.id }, userId: null }]
    )
    assert.deepEqual(await dueInDays(), [6])
    clock.travel(6 * DAY_MS)
    await notify()
    assert.lengthOf(await told(), 2)
    assert.equal(await notify(), 0)
  })

  test('is told once where it was made for less than a week, and not at all within a day', async ({
    assert,
  }) => {
    await issue(5)
    assert.deepEqual(await dueInDays(), [4])
    await issue(1)
    await issue(null)
    assert.lengthOf(await dueInDays(), 1)
  })

  test('is not announced for a key that is revoked, replaced or expired', async ({ assert }) => {
    await revoke(await issue(30))
    const replaced = await issue(30)
    const order = { createdBy: await ownerOf(acme), overlapMs: DAY_MS }
    const { key: successor } = await inLive(acme, () => KeyRotation.run(replaced, order, SYSTEM))
    await revoke(successor)
    await issue(30)
    clock.travel(31 * DAY_MS)
    assert.equal(await notify(), 4)
    assert.isEmpty(await told())
    assert.equal(await notify(), 0)
  })

  test('is announced to the developer who created it as well', async ({ assert }) => {
    const dora = await makeUser(acme, 'developer')
    await issue(3, dora)
    clock.travel(2 * DAY_MS)
    await notify()
    const readers = (await told()).map(({ userId }) => userId)
    assert.sameMembers(readers, [null, dora.id])
  })

  test('is put into words that lead to the key, until it is revoked', async ({ assert }) => {
    const key = await issue(7)
    const words = () =>
      inLive(acme, async () => {
        const reader = new Reader(await ownerOf(acme), await Profile.current())
        return WORDINGS['key.ending'].words({ keyId: key.id }, reader)
      })
    const said = await words()
    assert.match(said!.subject, /^The test key CRM expires on \d+ \w+ \d{4}$/)
    assert.equal(said!.action!.path, `/test/settings/keys/${key.id}`)
    assert.include(JSON.stringify(said!.about), `${key.prefix}…${key.lastFour}`)
    await revoke(key)
    assert.isNull(await words())
  })
})
