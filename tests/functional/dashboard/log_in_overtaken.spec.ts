import { test } from '@japa/runner'
import { Secret } from '@adonisjs/core/helpers'
import { SecurityTrail } from '#app/audit/security_trail'
import { sha256Hex } from '#app/foundation/opaque_token'
import { HalfLogIn } from '#app/identity/sessions/half_log_in'
import { HostTransfer } from '#app/identity/sessions/host_transfer'
import { OpenSessions } from '#app/identity/sessions/open_sessions'
import { openSession } from '#app/identity/sessions/session_opening'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { PasswordHash } from '#app/identity/passwords/password_hash'
import { forgetPredecessor } from '#app/identity/users/fresh_row'
import { Membership } from '#app/identity/users/membership'
import { OwnAccount } from '#app/identity/users/own_account'
import User from '#app/identity/users/user'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { EARLIER_HASH } from '#tests/factories/earlier_hash'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { codeFrom, withSecondFactor } from '#tests/support/second_factor'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const NEW = 'seven herons over the weir'

test.group('Dashboard | a log-in beside a change of the account', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
  })

  const member = async () => withPassword(acme, await makeUser(acme, 'member'))
  const again = ({ id }: User) => inLive(acme, () => User.findOrFail(id))
  const sessionsOf = ({ id }: User) =>
    inLive(acme, async () => {
      const text = `select token_sha256 from sessions where user_id = $1
        union all select token_sha256 from half_log_ins where user_id = $1`
      const [rows] = await CurrentTenant.batch([{ text, values: [id] }])
      return rows.length
    })
  const someoneWaits = () =>
    asSuperuser(Cell.named('main').database, async (superuser) => {
      const { rows } = await superuser.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      )
      return rows.length > 0
    })

  /** Somebody comes while the account is being changed, and waits for it. @returns what they are answered */
  async function beside<T>(coming: () => Promise<T>, change: () => Promise<unknown>): Promise<T> {
    let answer: Promise<T> | undefined
    await inLive(acme, () =>
      unit(async () => {
        await SecurityTrail.lock()
        answer = elsewhere(coming)
        await until(someoneWaits)
        await change()
      })
    )
    return answer!
  }

  /** Out of the unit in which it is asked for. */
  let elsewhere: <T>(work: () => Promise<T>) => Promise<T>
  group.each.setup(() => {
    const waiting: (() => void)[] = []
    const timer = setInterval(() => waiting.splice(0).forEach((begin) => begin()), 10)
    elsewhere = (work) =>
      new Promise((resolve, reject) => {
        waiting.push(() => void work().then(resolve, reject))
      })
    return () => clearInterval(timer)
  })

  const ownerAsActor = async () => {
    const { id, name } = await User.query().where('role', 'owner').firstOrFail()
    return { type: 'user' as const, id, name }
  }

  const byPassword = ({ email }: User) =>
    new Visitor(acme).post('/login', { email, password: PASSWORD })

  test('with the old password lets nobody in once it is changed', async ({ assert }) => {
    const user = await member()
    const { session } = await inLive(acme, () => openSession(user))
    const change = { old: new Secret(PASSWORD), password: new Secret(NEW) }
    const owner = new OwnAccount(await again(user), OLGA)
    const answer = await beside(
      () => byPassword(user),
      () => owner.changePassword(session, change)
    )
    assert.equal(answer.status, 409)
    assert.include(answer.text, 'The account was changed while you logged in')
    assert.equal(await sessionsOf(user), 1)
  })

  test('is not half-way in by the old password, either', async ({ assert }) => {
    const user = await member()
    await withSecondFactor(acme, user)
    const { session } = await inLive(acme, () => openSession(user))
    const change = { old: new Secret(PASSWORD), password: new Secret(NEW) }
    const owner = new OwnAccount(await again(user), OLGA)
    const answer = await beside(
      () => byPassword(user),
      () => owner.changePassword(session, change)
    )
    assert.equal(answer.status, 409)
    assert.equal(await sessionsOf(user), 1)
  })

  test('without a second factor lets nobody in once there is one', async ({ assert }) => {
    const user = await member()
    const answer = await beside(
      () => byPassword(user),
      () =>
        CurrentTenant.batch([
          {
            text: `insert into second_factors (user_id, seed, step, confirmed_at) values ($1, '\\x00', 1, now())`,
            values: [user.id],
          },
        ])
    )
    assert.equal(answer.status, 409)
    assert.equal(await sessionsOf(user), 0)
  })

  test('leaves no session that wakes up when a disabled member is enabled', async ({ assert }) => {
    const user = await member()
    const answer = await beside(
      () => byPassword(user),
      async () =>
        new Membership(await User.findOrFail(user.id), await ownerAsActor(), 'owner').disable()
    )
    assert.equal(answer.status, 409)
    assert.equal(await sessionsOf(user), 0)
  })

  test('is not carried to another host from a session that has ended', async ({ assert }) => {
    const user = await member()
    const { session } = await inLive(acme, () => openSession(user))
    await inLive(acme, async () => {
      const to = { host: 'b.test', nonceSha256: sha256Hex('nonce'), next: '/documents' }
      const client = { ipAddress: '203.0.113.9' }
      const code = await HostTransfer.begin(session, to, client)
      const transferred = await HostTransfer.end(code.release(), {
        ...client,
        host: to.host,
        nonce: 'nonce',
      })
      await session.close()
      await assert.rejects(
        () => openSession(user, transferred!),
        /The account was changed while you logged in/
      )
    })
    assert.equal(await sessionsOf(user), 0)
  })

  test('lets in whose hash is renewed at that log-in', async ({ assert }) => {
    const user = await member()
    await inLive(acme, () => user.merge({ passwordHash: EARLIER_HASH }).save())
    assert.equal((await byPassword(user)).status, 303)
  })

  test('lets in twice whose hash is renewed at both log-ins at once', async ({
    assert,
    cleanup,
  }) => {
    const user = await member()
    await inLive(acme, () => user.merge({ passwordHash: EARLIER_HASH }).save())
    const { check } = PasswordHash
    cleanup(() => void (PasswordHash.check = check))
    let other: number | undefined
    PasswordHash.check = async (...given) => {
      PasswordHash.check = check
      const checked = await check(...given)
      other = (await byPassword(user)).status
      return checked
    }
    assert.equal((await byPassword(user)).status, 303)
    assert.equal(other, 303)
    assert.equal(await sessionsOf(user), 2)
  })

  test('does not let in whose password is changed while its hash is renewed', async ({
    assert,
    cleanup,
  }) => {
    const user = await member()
    await inLive(acme, () => user.merge({ passwordHash: EARLIER_HASH }).save())
    const { check } = PasswordHash
    cleanup(() => void (PasswordHash.check = check))
    PasswordHash.check = async (...given) => {
      PasswordHash.check = check
      const checked = await check(...given)
      await inLive(acme, async () => (await again(user)).changePassword(new Secret(NEW)))
      return checked
    }
    assert.equal((await byPassword(user)).status, 422)
    assert.equal(await sessionsOf(user), 0)
  })

  test('of a member who was removed is none of who gets the row', async ({ assert }) => {
    const user = await member()
    await inLive(acme, async () => {
      await openSession(user)
      await HalfLogIn.open(user, null)
      await unit(() => forgetPredecessor(user))
    })
    assert.equal(await sessionsOf(user), 0)
  })

  test('keeps no second factor by which other browsers were not logged out', async ({ assert }) => {
    const olga = await Visitor.as(acme, 'member')
    const user = olga.user!
    await olga.post('/account/second-factor')
    const seed = await inLive(acme, () => SecondFactor.planted(user, 'Tests'))
    const { closeAll } = OpenSessions
    OpenSessions.closeAll = () => Promise.reject(new Error('The process dies'))
    const answer = await olga
      .post('/account/second-factor/set-up', { code: codeFrom(seed!.secret) })
      .finally(() => (OpenSessions.closeAll = closeAll))
    assert.equal(answer.status, 500)
    assert.isFalse(await inLive(acme, () => SecondFactor.isOnFor(user)))
  })
})
