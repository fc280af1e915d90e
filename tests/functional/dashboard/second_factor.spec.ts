import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import { MAX_CODES } from '#app/identity/second_factor/code_attempts'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import { Membership } from '#app/identity/users/membership'
import type User from '#app/identity/users/user'
import UserLink from '#app/identity/users/user_link'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { OperatorVisitor } from '#tests/support/operator_visitor'
import { codeFrom, withSecondFactor } from '#tests/support/second_factor'

interface Protected {
  user: User
  secret: string
  recoveryCodes: string[]
}

test.group('Dashboard | second factor at log-in', (group) => {
  let acme: Tenant
  let other: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
    other = await makeTenant({ plan: 'business' })
  })
  group.each.teardown(() => clock.restore())

  async function protectedMember(): Promise<Protected> {
    const user = await withPassword(acme, await makeUser(acme, 'member'))
    return { user, ...(await withSecondFactor(acme, user)) }
  }

  /** Somebody who gave the password and no code yet. */
  async function halfway({ email }: User): Promise<Visitor> {
    const visitor = new Visitor(acme)
    await visitor.post('/login', { email, password: PASSWORD })
    return visitor
  }

  test('is asked for after the password, and then lets in to where somebody wanted to go', async ({
    assert,
  }) => {
    const { user, secret } = await protectedMember()
    const visitor = new Visitor(acme)
    const first = await visitor.post('/login', {
      email: user.email,
      password: PASSWORD,
      next: '/settings/usage',
    })
    assert.equal(first.headers.location, '/login/code')
    assert.isFalse(visitor.cookies.has('session'))
    assert.include((await visitor.get('/login/code')).text, 'autocomplete="one-time-code"')
    const second = await visitor.post('/login/code', { code: codeFrom(secret) })
    assert.equal(second.headers.location, '/settings/usage')
    assert.isTrue(visitor.cookies.has('session'))
    assert.isFalse(visitor.cookies.has('half_log_in'))
    assert.equal((await visitor.get('/documents')).status, 200)
  })

  test('leaves somebody who is half-way with nothing: no page, no form, no crossing', async ({
    assert,
  }) => {
    const { user } = await protectedMember()
    const visitor = await halfway(user)
    const token = visitor.cookies.get('half_log_in') ?? ''
    assert.match(token, /^[\w-]{43}$/)
    visitor.cookies.set('session', token)
    for (const path of ['/documents', '/account', '/account/second-factor', '/settings/members'])
      assert.match(String((await visitor.get(path)).headers.location), /^\/login\?next=/, path)
    const crossing = await visitor.get(`/departures/new?to=${visitor.host}&nonce=${'a'.repeat(64)}`)
    assert.notEqual(crossing.status, 200)
    assert.notInclude(String(crossing.headers.location), 'code=')
    const form = await visitor.post('/account/second-factor/remove')
    assert.equal(form.headers.location, '/login')
    assert.isTrue(await inLive(acme, () => SecondFactor.isOnFor(user)))
  })

  test('is nobody’s at another tenant’s host', async ({ assert }) => {
    const { user, secret } = await protectedMember()
    const visitor = (await halfway(user)).at(other)
    const answer = await visitor.post('/login/code', { code: codeFrom(secret) })
    assert.equal(answer.headers.location, '/login')
    assert.isFalse(visitor.cookies.has('session'))
  })

  test('takes one code once, however many come with it at the same moment', async ({ assert }) => {
    const { user, secret } = await protectedMember()
    const visitors = await Promise.all([1, 2, 3].map(() => halfway(user)))
    const code = codeFrom(secret)
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.post('/login/code', { code }))
    )
    assert.sameMembers(
      answers.map(({ status }) => status),
      [303, 422, 422]
    )
    clock.travel(30_000)
    const again = await visitors[0].post('/login/code', { code })
    assert.notEqual(again.status, 200)
    const late = await halfway(user)
    assert.equal((await late.post('/login/code', { code })).status, 422)
  })

  test('takes a recovery code once, says so by mail, and leads to new ones', async ({ assert }) => {
    const { user, recoveryCodes } = await protectedMember()
    const [code] = recoveryCodes
    const visitors = await Promise.all([1, 2].map(() => halfway(user)))
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.post('/login/code', { code }))
    )
    assert.sameMembers(
      answers.map(({ status }) => status),
      [303, 422]
    )
    const passed = answers.find(({ status }) => status === 303)
    assert.equal(passed?.headers.location, '/account/second-factor')
    const [[state], notices] = await inLive(acme, () =>
      CurrentTenant.batch([
        SecondFactor.state(user.id),
        { text: 'select details from notices where user_id = $1', values: [user.id] },
      ])
    )
    assert.equal((state as { codesLeft: number }).codesLeft, 7)
    assert.deepInclude(
      notices.map(({ details }) => details),
      { what: 'second_factor.recovery_code_used' }
    )
  })

  test('is not taken from somebody else: neither code nor recovery code', async ({ assert }) => {
    const ana = await protectedMember()
    const ben = await protectedMember()
    const visitor = await halfway(ana.user)
    for (const code of [codeFrom(ben.secret), ben.recoveryCodes[0], '', '000000', 'a'.repeat(200)])
      assert.equal((await visitor.post('/login/code', { code })).status, 422, code)
  })

  test('stops a guesser after ten tries, whichever browser asks, and writes each into the trail', async ({
    assert,
  }) => {
    const { user, secret } = await protectedMember()
    for (let tries = 0; tries < MAX_CODES; tries++) {
      const visitor = await halfway(user)
      assert.equal((await visitor.post('/login/code', { code: '000000' })).status, 422)
    }
    const right = await (await halfway(user)).post('/login/code', { code: codeFrom(secret) })
    assert.equal(right.status, 429)
    assert.exists(right.headers['retry-after'])
    const entries = await inLive(acme, () => SecurityTrail.read({ limit: 100 }))
    const own = entries.filter(
      ({ action, body }) => action === 'second_factor.refused' && body.actor.id === user.id
    )
    assert.lengthOf(own, MAX_CODES)
  })

  test('waits ten minutes for the code, and no longer than the password stays', async ({
    assert,
  }) => {
    const { user, secret } = await protectedMember()
    const late = await halfway(user)
    clock.travel(10 * 60_000)
    const code = codeFrom(secret)
    assert.equal((await late.post('/login/code', { code })).headers.location, '/login')
    clock.restore()
    const changed = await halfway(user)
    const path = await resetPath(user)
    await new Visitor(acme).post(path, {
      password: `${PASSWORD} more`,
      repeated: `${PASSWORD} more`,
    })
    const answer = await changed.post('/login/code', { code: codeFrom(secret) })
    assert.equal(answer.headers.location, '/login')
  })

  test('is asked for after a link to a new password, too', async ({ assert }) => {
    const { user, secret } = await protectedMember()
    const visitor = new Visitor(acme)
    const chosen = { password: 'a lighthouse by the sea', repeated: 'a lighthouse by the sea' }
    const answer = await visitor.post(await resetPath(user), chosen)
    assert.equal(answer.headers.location, '/login/code')
    assert.isFalse(visitor.cookies.has('session'))
    const done = await visitor.post('/login/code', { code: codeFrom(secret) })
    assert.equal(done.headers.location, '/documents')
  })

  test('keeps somebody out who was shut out between password and code', async ({ assert }) => {
    const { user, secret } = await protectedMember()
    const visitor = await halfway(user)
    await inLive(acme, () => new Membership(user, OLGA, 'owner').disable())
    const answer = await visitor.post('/login/code', { code: codeFrom(secret) })
    assert.equal(answer.headers.location, '/login')
  })

  test('does not stay with an address that is invited again', async ({ assert }) => {
    const { user } = await protectedMember()
    await inLive(acme, async () => {
      await new Membership(user, OLGA, 'owner').remove({ revokeKeys: false })
      await MemberInvitation.invite({ name: 'N', email: user.email, role: 'member' }, OLGA)
    })
    assert.isFalse(await inLive(acme, () => SecondFactor.isOnFor(user)))
  })

  async function resetPath(user: User): Promise<string> {
    return inLive(acme, async () => {
      const link = await UserLink.issue(user, 'reset')
      return `/reset/${(await link.token()).release()}`
    })
  }
})

test.group('Dashboard | setting a second factor up', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
  })
  group.each.teardown(() => clock.restore())

  async function loggedIn(): Promise<Visitor> {
    const user = await withPassword(acme, await makeUser(acme, 'member'))
    const visitor = new Visitor(acme, user)
    await visitor.post('/login', { email: user.email, password: PASSWORD })
    return visitor
  }

  const secretOn = (text: string) => /id="secret">([^<]+)</.exec(text)?.[1] ?? ''
  const codesOn = (text: string) => /id="codes">([^<]+)</.exec(text)?.[1].trim().split('\n') ?? []

  test('goes on from the account’s page to recovery codes that are shown once and kept as hashes', async ({
    assert,
  }) => {
    const visitor = await loggedIn()
    const { user } = visitor
    assert.include((await visitor.get('/account')).text, 'href="/account/second-factor"')
    const begun = await visitor.post('/account/second-factor')
    assert.equal(begun.headers.location, '/account/second-factor/set-up')
    const page = await visitor.followed(begun)
    assert.include(page.text, '<svg')
    assert.notInclude(page.text, 'id="codes"')
    const wrong = await visitor.post('/account/second-factor/set-up', { code: '000000' })
    assert.equal(wrong.status, 422)
    assert.equal(secretOn(wrong.text), secretOn(page.text), 'the app need not be set up again')
    const code = codeFrom(secretOn(page.text))
    const done = await visitor.post('/account/second-factor/set-up', { code })
    assert.equal(done.status, 200)
    const codes = codesOn(done.text)
    assert.lengthOf(codes, 8)
    const kept = await inLive(acme, () =>
      CurrentTenant.batch([
        { text: 'select * from recovery_codes where user_id = $1', values: [user!.id] },
      ])
    )
    const hashes = kept[0].map((row) => row.code_sha256)
    assert.sameMembers(
      hashes,
      codes.map((one) => sha256Hex(`${user!.id}|${one.replace('-', '')}`))
    )
    const again = await visitor.get('/account/second-factor/set-up')
    assert.equal(again.headers.location, '/account/second-factor')
  })

  test('logs every other browser out, and gives this one a new token', async ({ assert }) => {
    const visitor = await loggedIn()
    const elsewhere = new Visitor(acme)
    await elsewhere.post('/login', { email: visitor.user!.email, password: PASSWORD })
    const page = await visitor.followed(await visitor.post('/account/second-factor'))
    const before = visitor.cookies.get('session')
    await visitor.post('/account/second-factor/set-up', { code: codeFrom(secretOn(page.text)) })
    assert.notEqual(visitor.cookies.get('session'), before)
    assert.equal((await visitor.get('/documents')).status, 200)
    assert.equal((await elsewhere.get('/documents')).status, 303)
  })

  test('is confirmed once by two that give the code at the same moment', async ({ assert }) => {
    const visitor = await loggedIn()
    const { user } = visitor
    const by = { type: 'user', id: user!.id, name: user!.name } as const
    const results = await inLive(acme, async () => {
      await SecondFactor.plant(user!)
      const code = codeFrom((await SecondFactor.planted(user!, 'Tests'))!.secret)
      return Promise.all([1, 2].map(() => SecondFactor.confirm(user!, code, by)))
    })
    assert.lengthOf(
      results.filter((codes) => codes !== null),
      1
    )
  })

  test('goes on with the app that was there until the new one has given a code', async ({
    assert,
  }) => {
    const visitor = await loggedIn()
    const { secret } = await withSecondFactor(acme, visitor.user!)
    const page = await visitor.followed(await visitor.post('/account/second-factor'))
    assert.notEqual(secretOn(page.text).replaceAll(' ', ''), secret)
    const logIn = async () => {
      const fresh = new Visitor(acme)
      await fresh.post('/login', { email: visitor.user!.email, password: PASSWORD })
      return fresh
    }
    const first = await logIn()
    assert.equal((await first.post('/login/code', { code: codeFrom(secret) })).status, 303)
    const code = codeFrom(secretOn(page.text))
    assert.equal((await visitor.post('/account/second-factor/set-up', { code })).status, 200)
    clock.travel(30_000)
    const second = await logIn()
    assert.equal((await second.post('/login/code', { code: codeFrom(secret) })).status, 422)
    const next = codeFrom(secretOn(page.text))
    assert.equal((await second.post('/login/code', { code: next })).status, 303)
  })

  test('shows no secret an hour later', async ({ assert }) => {
    const { user } = await loggedIn()
    await inLive(acme, () => SecondFactor.plant(user!))
    clock.travel(60 * 60_000)
    assert.isNull(await inLive(acme, () => SecondFactor.planted(user!, 'Tests')))
  })

  test('is undone by a person who has just logged in or confirms it again', async ({ assert }) => {
    const visitor = await loggedIn()
    const { user } = visitor
    const { secret, recoveryCodes } = await withSecondFactor(acme, user!)
    clock.travel(10 * 60_000)
    const asked = await visitor.get('/account/second-factor/remove')
    assert.equal(
      asked.headers.location,
      '/account/confirm?next=%2Faccount%2Fsecond-factor%2Fremove'
    )
    const refused = await visitor.post('/account/second-factor/remove')
    assert.equal(refused.status, 403)
    assert.isTrue(await inLive(acme, () => SecondFactor.isOnFor(user!)))
    const alone = { confirmPassword: PASSWORD }
    assert.equal((await visitor.post('/account/second-factor/remove', alone)).status, 422)
    const both = { confirmPassword: PASSWORD, confirmCode: codeFrom(secret) }
    const done = await visitor.post('/account/second-factor/remove', both)
    assert.equal(done.headers.location, '/account')
    assert.isFalse(await inLive(acme, () => SecondFactor.isOnFor(user!)))
    const fresh = new Visitor(acme)
    const { email } = user!
    const logIn = await fresh.post('/login', { email, password: PASSWORD })
    assert.equal(logIn.headers.location, '/documents')
    const [left] = await inLive(acme, () =>
      CurrentTenant.batch([
        { text: 'select 1 from recovery_codes where user_id = $1', values: [user!.id] },
      ])
    )
    assert.lengthOf(left, 0)
    assert.lengthOf(recoveryCodes, 8)
  })

  test('replaces recovery codes: the old ones work no more', async ({ assert }) => {
    const visitor = await loggedIn()
    const { user } = visitor
    const { recoveryCodes } = await withSecondFactor(acme, user!)
    const page = await visitor.post('/account/second-factor/codes')
    const [code] = codesOn(page.text)
    const by = { type: 'user', id: user!.id, name: user!.name } as const
    const accept = (typed: string) => inLive(acme, () => SecondFactor.accept(user!, typed, by))
    assert.isNull(await accept(recoveryCodes[0]))
    assert.equal(await accept(code), 'recovery code')
    assert.isNull(await accept(code))
  })

  test('writes each step into the security trail', async ({ assert }) => {
    const visitor = await loggedIn()
    const page = await visitor.followed(await visitor.post('/account/second-factor'))
    await visitor.post('/account/second-factor/set-up', { code: codeFrom(secretOn(page.text)) })
    await visitor.post('/account/second-factor/codes')
    await visitor.post('/account/second-factor/remove')
    const entries = await inLive(acme, () => SecurityTrail.read({ limit: 100 }))
    const own = entries.filter(({ body }) => body.details?.userId === visitor.user!.id)
    assert.deepEqual(
      own.map(({ action }) => action),
      ['second_factor.removed', 'second_factor.codes_renewed', 'second_factor.set_up']
    )
    assert.equal(own[0].personal.ipAddress, '127.0.0.1')
  })

  test('is not for visits of support: they have no page of their own', async ({ assert }) => {
    const pat = await OperatorVisitor.as('operator')
    const wish = { reason: 'Mails do not arrive', minutes: '30', mayWrite: 'yes' }
    const { text } = await pat.post(`/tenants/${acme.id}/support`, wish)
    const visitor = new Visitor(acme)
    await visitor.get(/(\/support\/[\w-]+)"/.exec(text)![1])
    assert.notInclude((await visitor.get('/documents')).text, 'href="/account"')
    for (const path of ['/account', '/account/second-factor', '/account/confirm'])
      assert.equal((await visitor.get(path)).status, 403, path)
    assert.equal((await visitor.post('/account/second-factor')).status, 403)
    assert.include((await (await loggedIn()).get('/documents')).text, 'href="/account"')
  })
})
