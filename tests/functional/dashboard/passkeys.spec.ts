import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { Passkeys, MAX_PASSKEYS } from '#app/identity/passkeys/passkeys'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { MAX_PER_ACCOUNT_AND_ADDRESS } from '#app/identity/sessions/log_in_attempts'
import { sessionOfToken } from '#app/identity/sessions/session_of_token'
import { openSession } from '#app/identity/sessions/session_opening'
import { Membership } from '#app/identity/users/membership'
import type User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { keptFormIn } from '#tests/support/kept_form'
import { addPasskey, authenticatorOf, optionsFrom, usePasskey } from '#tests/support/passkeys'
import { codeFrom, withSecondFactor } from '#tests/support/second_factor'
import type { Lies, SoftAuthenticator } from '#tests/support/soft_authenticator'

interface Person {
  visitor: Visitor
  user: User
  device: SoftAuthenticator
}

let passwordHash: string | null = null

async function logIn(tenant: Tenant, user: User): Promise<Visitor> {
  const visitor = new Visitor(tenant, user)
  const { token } = await inLive(tenant, () => openSession(user))
  visitor.cookies.set('session', token.release())
  return visitor
}

/** Somebody with a password, which is hashed once for all of them. */
async function newMember(tenant: Tenant): Promise<Visitor> {
  const user = await makeUser(tenant, 'member')
  if (passwordHash) await inLive(tenant, () => user.merge({ passwordHash }).save())
  else passwordHash = (await withPassword(tenant, user)).passwordHash
  return logIn(tenant, user)
}

async function withPasskey(tenant: Tenant): Promise<Person> {
  const visitor = await newMember(tenant)
  const { device } = await addPasskey(visitor)
  return { visitor, user: visitor.user!, device }
}

const codesOn = (text: string) => /id="codes">([^<]+)</.exec(text)?.[1].trim().split('\n') ?? []

function passkeysOf(tenant: Tenant, user: User) {
  return inLive(tenant, () => Passkeys.list(user))
}

async function trailOf(tenant: Tenant): Promise<string[]> {
  const entries = await inLive(tenant, () => SecurityTrail.read({ limit: 50 }))
  return entries.map(({ action }) => action)
}

async function toldTo(tenant: Tenant, { id }: User): Promise<unknown[]> {
  const text = 'select details from notices where user_id = $1 order by created_at, id'
  const [rows] = await inLive(tenant, () => CurrentTenant.batch([{ text, values: [id] }]))
  return rows.map(({ details }) => (details as { what?: string }).what)
}

test.group('Dashboard | adding a passkey', (group) => {
  let acme: Tenant
  let other: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
    other = await makeTenant({ plan: 'business' })
  })
  group.each.teardown(() => clock.restore())

  test('stores it for this host, shows recovery codes with the first, and tells the person', async ({
    assert,
  }) => {
    const visitor = await newMember(acme)
    const elsewhere = await logIn(acme, visitor.user!)
    const before = visitor.cookies.get('session')
    const { answer } = await addPasskey(visitor, authenticatorOf(visitor, true))
    assert.equal(answer.status, 200)
    assert.lengthOf(codesOn(answer.text), 8)
    assert.notEqual(visitor.cookies.get('session'), before, 'the session has a new token')
    assert.equal((await elsewhere.get('/documents')).status, 303, 'others are logged out')
    const [passkey] = await passkeysOf(acme, visitor.user!)
    assert.equal(passkey.host, visitor.host)
    assert.deepEqual([passkey.name, passkey.is_synced], ['Laptop', true])
    assert.deepEqual(passkey.transports, ['internal'])
    assert.include(await toldTo(acme, visitor.user!), 'passkey.added')
    assert.include(await trailOf(acme), 'passkey.added')
    const page = (await visitor.get('/account/passkeys')).text
    for (const shown of ['Laptop', visitor.host, 'synced', 'not used yet'])
      assert.include(page, shown)
    const second = await addPasskey(visitor)
    assert.equal(second.answer.headers.location, '/account/passkeys')
    assert.lengthOf(await passkeysOf(acme, visitor.user!), 2)
  })

  test('asks browsers for one that they can find, with its owner verified, and not for one they have', async ({
    assert,
  }) => {
    const { visitor, user, device } = await withPasskey(acme)
    const { body } = await visitor.post('/account/passkeys/options')
    assert.containSubset(body, {
      rp: { id: visitor.host },
      user: { id: Buffer.from(user.id).toString('base64url'), name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.credentialId, type: 'public-key' }],
    })
  })

  const FORGERIES: Record<string, Lies> = {
    'another origin': { origin: 'https://evil.example' },
    'the right host on another port': { origin: 'http://127.0.0.1:1' },
    'another relying party': { rpId: 'evil.example' },
    'no verified owner': { isVerified: false },
    'the answer of a log-in': { type: 'webauthn.get' },
    'a challenge of its own': { challenge: Buffer.alloc(54, 1).toString('base64url') },
  }

  for (const [name, lies] of Object.entries(FORGERIES))
    test(`refuses ${name}, and stores nothing`, async ({ assert }) => {
      const visitor = await newMember(acme)
      const { answer } = await addPasskey(visitor, undefined, { lies })
      assert.equal(answer.status, 422)
      assert.include(answer.text, 'role="alert"')
      assert.isEmpty(await passkeysOf(acme, visitor.user!))
    })

  test('refuses what is no answer at all', async ({ assert }) => {
    const visitor = await newMember(acme)
    const asked = await optionsFrom(visitor, '/account/passkeys/options')
    const made = JSON.parse(authenticatorOf(visitor).make(asked)) as { response: object }
    const nested = Buffer.alloc(12_000, 0x81).toString('base64url')
    const broken = [
      ...['', '{', 'null', '[]', '{"id":"a"}', 'x'.repeat(20_000)],
      JSON.stringify({ ...made, response: null }),
      JSON.stringify({ ...made, response: { ...made.response, attestationObject: nested } }),
    ]
    for (const answer of broken)
      assert.equal((await visitor.post('/account/passkeys', { answer })).status, 422, answer)
    assert.isEmpty(await passkeysOf(acme, visitor.user!))
  })

  test('looks at no attestation, so it fetches nothing that a certificate names', async ({
    assert,
  }) => {
    const visitor = await newMember(acme)
    const attStmt = new Map<string, unknown>([
      ['alg', -7],
      ['sig', Uint8Array.from([1, 2, 3])],
      ['x5c', [Uint8Array.from([0x30, 0])]],
    ])
    const { answer } = await addPasskey(visitor, undefined, {
      lies: { attestation: { fmt: 'packed', attStmt } },
    })
    assert.equal(answer.status, 200)
    assert.lengthOf(await passkeysOf(acme, visitor.user!), 1)
  })

  test('takes a challenge once, for five minutes, in the browser and at the host it was made for', async ({
    assert,
  }) => {
    const visitor = await newMember(acme)
    const device = authenticatorOf(visitor)
    const asked = await optionsFrom(visitor, '/account/passkeys/options')
    const stranger = await logIn(acme, visitor.user!)
    const send = (from: Visitor, one = device) =>
      from.post('/account/passkeys', { answer: one.make(asked) })
    assert.equal((await send(stranger)).status, 422, 'another browser of the same person')
    clock.travel(5 * 60_000)
    assert.equal((await send(visitor)).status, 422, 'late')
    clock.restore()
    const answers = await Promise.all([send(visitor), send(visitor)])
    const [lost] = answers.filter(({ status }) => status !== 200)
    assert.isDefined(lost, 'one of two at once')
    // the one that was taken renews the session's token, so the other may come too late for its own
    if (lost.status === 303) assert.match(String(lost.headers.location), /^\/login/)
    else assert.equal(lost.status, 422)
    // of two answers at once, the browser keeps the cookies of the one that came last
    const { cookies } = await logIn(acme, visitor.user!)
    visitor.cookies.set('session', cookies.get('session')!)
    assert.equal((await send(visitor, authenticatorOf(visitor))).status, 422, 'a replay')
    assert.lengthOf(await passkeysOf(acme, visitor.user!), 1)
  })

  test('refuses a challenge of another tenant’s, and one of a log-in', async ({ assert }) => {
    const visitor = await newMember(acme)
    const foreign = await newMember(other)
    const wrong = [
      await optionsFrom(foreign, '/account/passkeys/options'),
      await optionsFrom(visitor, '/login/passkey/options'),
    ]
    for (const { challenge } of wrong) {
      const { answer } = await addPasskey(visitor, undefined, { lies: { challenge } })
      assert.equal(answer.status, 422)
    }
    assert.isEmpty(await passkeysOf(acme, visitor.user!))
  })

  test('takes a passkey that somebody has already from nobody else', async ({ assert }) => {
    const { device } = await withPasskey(acme)
    const thief = await newMember(acme)
    const { answer } = await addPasskey(thief, device)
    assert.equal(answer.status, 422)
    assert.isEmpty(await passkeysOf(acme, thief.user!))
  })

  test('stops at the limit, also for two at once', async ({ assert }) => {
    const visitor = await newMember(acme)
    const user = visitor.user!
    const made = (index: number) => ({
      ...{ credential_id: `${user.id}-${index}`, host: visitor.host, counter: '0' },
      ...{ public_key: Buffer.from([1]), transports: [], is_synced: false },
    })
    await inLive(acme, async () => {
      for (let index = 1; index < MAX_PASSKEYS; index++)
        await Passkeys.add(user, made(index), `Key ${index}`, OLGA)
      const results = await Promise.allSettled(
        [100, 101].map((index) => Passkeys.add(user, made(index), 'One more', OLGA))
      )
      assert.sameMembers(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected']
      )
    })
    assert.lengthOf(await passkeysOf(acme, user), MAX_PASSKEYS)
    assert.notInclude((await visitor.get('/account/passkeys')).text, '/account/passkeys/options')
  })

  test('asks for a fresh log-in first', async ({ assert }) => {
    const visitor = await newMember(acme)
    clock.travel(11 * 60_000)
    assert.equal(
      (await visitor.get('/account/passkeys')).headers.location,
      '/account/confirm?next=%2Faccount%2Fpasskeys'
    )
    assert.equal((await visitor.post('/account/passkeys/options')).status, 403)
  })
})

test.group('Dashboard | passkeys of one’s own', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
  })
  group.each.teardown(() => clock.restore())

  test('are renamed and removed by their owner, and by nobody else', async ({ assert }) => {
    const { visitor, user } = await withPasskey(acme)
    const stranger = await newMember(acme)
    const [{ id }] = await passkeysOf(acme, user)
    const named = await stranger.post(`/account/passkeys/${id}`, { name: 'Mine now' })
    const removed = await stranger.post(`/account/passkeys/${id}/remove`)
    assert.deepEqual([named.status, removed.status], [404, 404])
    assert.equal((await stranger.get(`/account/passkeys/${id}/remove`)).status, 404)
    assert.equal((await passkeysOf(acme, user))[0].name, 'Laptop')
    await visitor.post(`/account/passkeys/${id}`, { name: 'Old laptop' })
    assert.equal((await passkeysOf(acme, user))[0].name, 'Old laptop')
    assert.equal((await visitor.post(`/account/passkeys/${id}`, { name: ' ' })).status, 422)
    assert.include((await visitor.get(`/account/passkeys/${id}/remove`)).text, 'Old laptop')
    await visitor.post(`/account/passkeys/${id}/remove`)
    assert.isEmpty(await passkeysOf(acme, user))
    assert.include(await toldTo(acme, user), 'passkey.removed')
    const trail = await trailOf(acme)
    for (const action of ['passkey.renamed', 'passkey.removed'] as const)
      assert.include(trail, action)
  })

  test('share recovery codes with the authenticator app, which end with the last of both', async ({
    assert,
  }) => {
    const { visitor, user } = await withPasskey(acme)
    await withSecondFactor(acme, user)
    const left = async () => {
      const [[state]] = await inLive(acme, () => CurrentTenant.batch([SecondFactor.state(user.id)]))
      return state.codesLeft
    }
    await visitor.post('/account/second-factor/remove')
    assert.equal(await left(), 8)
    assert.isTrue(await inLive(acme, () => SecondFactor.isOnFor(user)))
    const [{ id }] = await passkeysOf(acme, user)
    await visitor.post(`/account/passkeys/${id}/remove`)
    assert.equal(await left(), 0)
    assert.isFalse(await inLive(acme, () => SecondFactor.isOnFor(user)))
  })

  test('end with a lost factor that an owner removes, and with the member', async ({ assert }) => {
    const lost = await withPasskey(acme)
    await inLive(acme, () => new Membership(lost.user, OLGA, 'owner').removeSecondFactor())
    assert.isEmpty(await passkeysOf(acme, lost.user))
    const { user, device } = await withPasskey(acme)
    await inLive(acme, () => new Membership(user, OLGA, 'owner').remove({ revokeKeys: false }))
    assert.isEmpty(await passkeysOf(acme, user))
    const answer = await usePasskey(new Visitor(acme), device, '/login/passkey')
    assert.equal(answer.status, 422)
  })
})

test.group('Dashboard | log-in with a passkey', (group) => {
  let acme: Tenant
  let other: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
    other = await makeTenant({ plan: 'business' })
  })
  group.each.teardown(() => clock.restore())

  test('needs nothing else, leads to where somebody wanted to go, and shows how they came', async ({
    assert,
  }) => {
    const { user, device } = await withPasskey(acme)
    const visitor = new Visitor(acme, user)
    const page = (await visitor.get('/login')).text
    assert.include(page, 'autocomplete="username webauthn"')
    assert.include(page, 'options="/login/passkey/options"')
    const answer = await usePasskey(visitor, device, '/login/passkey', {
      values: { next: '/settings/usage' },
    })
    assert.equal(answer.headers.location, '/settings/usage')
    assert.include((await visitor.get('/account')).text, 'by passkey')
    assert.isNotNull((await passkeysOf(acme, user))[0].last_used_at)
    const confirmed = await visitor.get('/account/passkeys')
    assert.equal(confirmed.status, 200, 'it is a fresh log-in')
  })

  test('ends the session that the browser came with', async ({ assert }) => {
    const { visitor, device } = await withPasskey(acme)
    const before = visitor.cookies.get('session')!
    await usePasskey(visitor, device, '/login/passkey')
    assert.notEqual(visitor.cookies.get('session'), before)
    assert.isNull(await inLive(acme, () => sessionOfToken(before)))
  })

  test('names no passkeys to a stranger, and nobody’s at another tenant’s host', async ({
    assert,
  }) => {
    const { device } = await withPasskey(acme)
    const { body } = await new Visitor(acme).post('/login/passkey/options')
    assert.isEmpty(body.allowCredentials)
    assert.equal(body.userVerification, 'required')
    const elsewhere = new Visitor(other)
    const own = await usePasskey(elsewhere, device, '/login/passkey')
    assert.equal(own.status, 422, 'with the page of the first tenant')
    const { origin } = authenticatorOf(elsewhere)
    const forged = await usePasskey(elsewhere, device, '/login/passkey', { lies: { origin } })
    assert.equal(forged.status, 422, 'with everything but the credential right')
    assert.isFalse(elsewhere.cookies.has('session'))
  })

  const FORGERIES: Record<string, (ana: Person, ben: Person) => Lies> = {
    'another origin': () => ({ origin: 'https://evil.example' }),
    'another relying party': () => ({ rpId: 'evil.example' }),
    'no verified owner': () => ({ isVerified: false }),
    'a registration': () => ({ type: 'webauthn.create' }),
    'a challenge of its own': () => ({ challenge: Buffer.alloc(54, 1).toString('base64url') }),
    'a signature of another key': (_ana, { device }) => ({ signedBy: device }),
    'somebody else’s credential': (_ana, { device }) => ({ credentialId: device.credentialId }),
    'a credential that nobody has': () => ({ credentialId: 'bm9ib2R5' }),
    'another’s user handle': (_ana, { user }) => ({
      userHandle: Buffer.from(user.id).toString('base64url'),
    }),
  }

  test('is refused for every forged answer in the same words, and changes nothing', async ({
    assert,
  }) => {
    const [ana, ben] = [await withPasskey(acme), await withPasskey(acme)]
    for (const [name, forge] of Object.entries(FORGERIES)) {
      const visitor = new Visitor(acme)
      const lies = forge(ana, ben)
      const answer = await usePasskey(visitor, ana.device, '/login/passkey', { lies })
      assert.equal(answer.status, 422, name)
      const words = lies.challenge ? 'longer than five minutes' : 'does not count here'
      assert.include(answer.text, words, name)
      assert.isFalse(visitor.cookies.has('session'), name)
    }
    for (const { user } of [ana, ben]) assert.isNull((await passkeysOf(acme, user))[0].last_used_at)
  })

  test('takes an answer once, in one browser, within five minutes', async ({ assert }) => {
    const { device } = await withPasskey(acme)
    const [visitor, thief] = [new Visitor(acme), new Visitor(acme)]
    const asked = await optionsFrom(visitor, '/login/passkey/options')
    await optionsFrom(thief, '/login/passkey/options')
    const answer = device.use(asked)
    assert.equal((await thief.post('/login/passkey', { answer })).status, 422)
    const both = await Promise.all([1, 2].map(() => visitor.post('/login/passkey', { answer })))
    assert.sameMembers(
      both.map(({ status }) => status),
      [303, 422]
    )
    const late = await optionsFrom(visitor, '/login/passkey/options')
    clock.travel(5 * 60_000)
    const answered = await visitor.post('/login/passkey', { answer: device.use(late) })
    assert.equal(answered.status, 422)
  })

  test('refuses a counter that went back, and tells the person and the trail', async ({
    assert,
  }) => {
    const { user, device } = await withPasskey(acme)
    const use = (counter: number) =>
      usePasskey(new Visitor(acme), device, '/login/passkey', { lies: { counter } })
    assert.equal((await use(7)).status, 303)
    for (const counter of [7, 3, 0]) {
      const answer = await use(counter)
      assert.equal(answer.status, 422)
      assert.include(answer.text, 'may have been copied')
    }
    assert.equal((await use(8)).status, 303)
    assert.include(await toldTo(acme, user), 'passkey.counter_went_back')
    assert.include(await trailOf(acme), 'passkey.counter_went_back')
  })

  test('is nobody’s once the member is disabled', async ({ assert }) => {
    const { user, device } = await withPasskey(acme)
    await inLive(acme, () => new Membership(user, OLGA, 'owner').disable())
    assert.equal((await usePasskey(new Visitor(acme), device, '/login/passkey')).status, 422)
  })

  test('is limited by passkey and address, and fails in the trail of log-ins', async ({
    assert,
  }) => {
    const { device, user } = await withPasskey(acme)
    const visitor = new Visitor(acme)
    const use = (lies: Lies) => usePasskey(visitor, device, '/login/passkey', { lies })
    for (let tries = 0; tries < MAX_PER_ACCOUNT_AND_ADDRESS; tries++)
      assert.equal((await use({ isVerified: false })).status, 422)
    const answer = await use({})
    assert.equal(answer.status, 429)
    assert.exists(answer.headers['retry-after'])
    const text = 'select sum(tries)::int as tries from log_in_failures where user_id = $1'
    const [[failed]] = await inLive(acme, () => CurrentTenant.batch([{ text, values: [user.id] }]))
    assert.equal(failed.tries, MAX_PER_ACCOUNT_AND_ADDRESS)
  })
})

test.group('Dashboard | passkey as second factor and once more', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
  })
  group.each.teardown(() => clock.restore())

  async function halfway({ email }: User): Promise<Visitor> {
    const visitor = new Visitor(acme)
    await visitor.post('/login', { email, password: PASSWORD, next: '/settings/usage' })
    return visitor
  }

  test('is asked for after the password, beside a recovery code', async ({ assert }) => {
    const { user, device } = await withPasskey(acme)
    const visitor = await halfway(user)
    const page = (await visitor.get('/login/code')).text
    assert.include(page, 'options="/login/code/passkey/options"')
    assert.include(page, 'Recovery code')
    const { body } = await visitor.post('/login/code/passkey/options')
    assert.containSubset(body, { allowCredentials: [{ id: device.credentialId }] })
    const answer = await usePasskey(visitor, device, '/login/code/passkey')
    assert.equal(answer.headers.location, '/settings/usage')
    assert.include((await visitor.get('/account')).text, 'by password and passkey')
  })

  test('is given up for a recovery code, once', async ({ assert }) => {
    const visitor = await newMember(acme)
    const { answer } = await addPasskey(visitor)
    const [code] = codesOn(answer.text)
    const first = await halfway(visitor.user!)
    assert.equal((await first.post('/login/code', { code })).status, 303)
    const second = await halfway(visitor.user!)
    assert.equal((await second.post('/login/code', { code })).status, 422)
  })

  test('is not taken from somebody else, nor from another browser', async ({ assert }) => {
    const [ana, ben] = [await withPasskey(acme), await withPasskey(acme)]
    const visitor = await halfway(ana.user)
    const foreign = await usePasskey(visitor, ben.device, '/login/code/passkey')
    assert.equal(foreign.status, 422)
    const asked = await optionsFrom(visitor, '/login/code/passkey/options')
    const thief = await halfway(ana.user)
    await optionsFrom(thief, '/login/code/passkey/options')
    const stolen = await thief.post('/login/code/passkey', { answer: ana.device.use(asked) })
    assert.equal(stolen.status, 422)
    assert.include(await trailOf(acme), 'second_factor.refused')
    assert.equal(
      (await usePasskey(visitor, ana.device, '/login/code/passkey')).headers.location,
      '/settings/usage'
    )
  })

  test('is nothing without the password, and no answer to a log-in', async ({ assert }) => {
    const { device, user } = await withPasskey(acme)
    const visitor = new Visitor(acme)
    assert.equal((await visitor.post('/login/code/passkey/options')).headers.location, '/login')
    const half = await halfway(user)
    const asked = await optionsFrom(half, '/login/passkey/options')
    const answer = await half.post('/login/code/passkey', { answer: device.use(asked) })
    assert.equal(answer.status, 422)
  })

  test('proves once more who somebody is, and gives the session a new token', async ({
    assert,
  }) => {
    const { visitor, device } = await withPasskey(acme)
    clock.travel(11 * 60_000)
    const page = await visitor.get('/account/confirm?next=%2Faccount%2Fpasskeys')
    assert.include(page.text, 'name="confirmPasskey"')
    const before = visitor.cookies.get('session')
    const forged = await usePasskey(visitor, device, '/account/confirm', {
      lies: { isVerified: false },
    })
    assert.equal(forged.status, 422)
    assert.equal(visitor.cookies.get('session'), before)
    const answer = await usePasskey(visitor, device, '/account/confirm', {
      values: { next: '/account/passkeys' },
    })
    assert.equal(answer.headers.location, '/account/passkeys')
    assert.notEqual(visitor.cookies.get('session'), before)
    assert.equal((await visitor.get('/account/passkeys')).status, 200)
  })

  test('sends on a form that came too late', async ({ assert }) => {
    const { visitor, device } = await withPasskey(acme)
    const [{ id }] = await passkeysOf(acme, visitor.user!)
    clock.travel(11 * 60_000)
    const at = `/account/passkeys/${id}`
    const asking = await visitor.post(at, { name: 'Renamed' })
    assert.equal(asking.status, 403)
    const asked = await optionsFrom(visitor, '/account/confirm/options')
    await visitor.post(at, { ...keptFormIn(asking.text), confirmPasskey: device.use(asked) })
    assert.equal((await passkeysOf(acme, visitor.user!))[0].name, 'Renamed')
  })

  test('works beside the code of an app', async ({ assert }) => {
    const { user } = await withPasskey(acme)
    const { secret } = await withSecondFactor(acme, user)
    const visitor = await halfway(user)
    assert.equal((await visitor.post('/login/code', { code: codeFrom(secret) })).status, 303)
  })

  test('of another host is named, and does not open this one by the password alone', async ({
    assert,
  }) => {
    const { user } = await withPasskey(acme)
    const text = `update passkeys set host = 'sign.acme.example' where user_id = $1`
    await inLive(acme, () => CurrentTenant.batch([{ text, values: [user.id] }]))
    const visitor = await halfway(user)
    const page = (await visitor.get('/login/code')).text
    assert.include(page, 'sign.acme.example')
    assert.notInclude(page, '/login/code/passkey/options')
  })
})

test.group('Dashboard | passkeys beside required single sign-on', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
  })

  test('log in owners for emergencies alone, at their own page', async ({ assert }) => {
    const member = await withPasskey(acme)
    const visitor = await Visitor.as(acme, 'owner')
    const owner = await withPassword(acme, visitor.user!)
    const { device } = await addPasskey(visitor)
    await inLive(acme, async () => {
      await CurrentTenant.batch([
        {
          text: 'insert into emergency_owners (user_id, named_by, named_at) values ($1, $1, $2)',
          values: [owner.id, clock.now()],
        },
      ])
      await LogInPolicy.require(owner.id)
    })
    assert.notInclude((await new Visitor(acme).get('/login')).text, 'passkey')
    const plain = await usePasskey(new Visitor(acme), device, '/login/passkey')
    assert.equal(plain.status, 403, 'not at the usual page')
    const at = { values: { at: 'emergency' } }
    const refused = await usePasskey(new Visitor(acme), member.device, '/login/passkey', at)
    assert.equal(refused.status, 403)
    assert.include((await new Visitor(acme).get('/login/emergency')).text, 'passkey-form')
    const letIn = await usePasskey(new Visitor(acme), device, '/login/passkey', at)
    assert.equal(letIn.status, 303)
    assert.include(await trailOf(acme), 'log_in.emergency')
  })
})
