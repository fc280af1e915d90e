import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { MAX_PER_ACCOUNT_AND_ADDRESS, WINDOW_MS } from '#app/identity/sessions/log_in_attempts'
import type User from '#app/identity/users/user'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { EARLIER_HASH, EARLIER_PASSWORD } from '#tests/factories/earlier_hash'
import { occupyHashing } from '#tests/support/busy_hashing'
import { forgetAttempts } from '#tests/support/forgotten_attempts'
import { scryptJobsOf } from '#tests/support/scrypt_jobs'
import {
  inLive,
  makeUser,
  ownerOf,
  PASSWORD,
  Visitor,
  withPassword,
} from '#tests/support/dashboard_visitor'

test.group('Dashboard | log in', (group) => {
  let acme: Tenant
  let olga: User

  group.setup(async () => {
    await forgetAttempts()
    acme = await makeTenant({ name: 'Acme & Sons' })
    olga = await withPassword(acme, await ownerOf(acme))
  })
  group.each.teardown(() => clock.restore())

  const logIn = (visitor: Visitor, more: Record<string, string> = {}) =>
    visitor.post('/login', { email: olga.email, password: PASSWORD, ...more })

  test('shows the tenant’s own form', async ({ assert }) => {
    const { status, text, headers } = await new Visitor(acme).get('/login')
    assert.equal(status, 200)
    assert.include(text, '<h1>Log in</h1>')
    assert.include(text, 'Acme &amp; Sons')
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  })

  test('leads to the documents and knows the user from then on', async ({ assert }) => {
    const visitor = new Visitor(acme)
    const answer = await logIn(visitor)
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, '/documents')
    const page = await visitor.get('/documents')
    assert.equal(page.status, 200)
    assert.include(page.text, olga.email)
  })

  test('keeps the cookie from scripts and from other sites’ forms', async ({ assert }) => {
    const answer = await logIn(new Visitor(acme))
    const [cookie] = [answer.headers['set-cookie'] ?? []].flat()
    assert.match(cookie, /^session=[\w-]{43};/)
    assert.match(cookie, /HttpOnly/i)
    assert.match(cookie, /SameSite=Lax/i)
    assert.notMatch(cookie, /Domain/i)
  })

  test('says the same of a wrong password and of an unknown address', async ({ assert }) => {
    const wrong = await logIn(new Visitor(acme), { password: 'another' })
    const unknown = await logIn(new Visitor(acme), { email: 'nobody@example.test' })
    for (const { status, text } of [wrong, unknown]) {
      assert.equal(status, 422)
      assert.include(text, 'Email or password is wrong.')
    }
    assert.notInclude(wrong.text, 'another')
  })

  test('hashes once for a wrong password and once for an unknown address', async ({ assert }) => {
    const once = (more: Record<string, string>) =>
      scryptJobsOf(() => logIn(new Visitor(acme), more))
    assert.equal(await once({ password: 'another' }), 1)
    assert.equal(await once({ email: 'nobody@example.test' }), 1)
  })

  test('stores a password anew whose hash is of an earlier cost', async ({ assert }) => {
    const ida = await makeUser(acme, 'member')
    await inLive(acme, () => ida.merge({ passwordHash: EARLIER_HASH }).save())
    const stored = async () => (await inLive(acme, () => ida.refresh())).passwordHash ?? ''
    const enter = (password: string) => logIn(new Visitor(acme), { email: ida.email, password })
    assert.equal((await enter('another')).status, 422)
    assert.equal(await stored(), EARLIER_HASH)
    assert.equal((await enter(EARLIER_PASSWORD)).status, 303)
    const renewed = await stored()
    assert.match(renewed, /^\$scrypt\$n=16384,r=8,p=5\$/)
    assert.equal((await enter(EARLIER_PASSWORD)).status, 303)
    assert.equal(await stored(), renewed)
  })

  test('asks to try again soon where too many log in at once, and counts no attempt', async ({
    assert,
  }) => {
    const visitor = new Visitor(acme)
    const end = await occupyHashing()
    try {
      for (let tried = 0; tried <= MAX_PER_ACCOUNT_AND_ADDRESS; tried++) {
        const { status, headers } = await logIn(visitor)
        assert.equal(status, 503)
        assert.equal(headers['retry-after'], '5')
      }
    } finally {
      await end()
    }
    assert.equal((await logIn(visitor)).status, 303)
  })

  test('begins a new session each time and ends the one before', async ({ assert }) => {
    const visitor = new Visitor(acme)
    await logIn(visitor)
    const before = visitor.cookies.get('session') ?? ''
    await logIn(visitor)
    assert.notEqual(visitor.cookies.get('session'), before)
    visitor.cookies.set('session', before)
    assert.equal((await visitor.get('/documents')).status, 303)
  })

  test('leads on to where somebody wanted to go: {$self}')
    .with(['/documents?status=pending', '/test/documents', '/settings/keys'])
    .run(async ({ assert }, path) => {
      const visitor = new Visitor(acme)
      const refused = await visitor.get(path)
      assert.equal(refused.headers.location, `/login?next=${encodeURIComponent(path)}`)
      const form = await visitor.followed(refused)
      assert.include(form.text, `name="next" value="${path}"`)
      assert.equal((await logIn(visitor, { next: path })).headers.location, path)
    })

  test('leads nowhere that a stranger’s link names: {$self}')
    .with([
      'https://evil.example/documents',
      '//evil.example/documents',
      '/\\evil.example/documents',
      '/documents/../../logout',
      'javascript:alert(1)',
      '/documents\r\nSet-Cookie: a=b',
      '/login',
    ])
    .run(async ({ assert }, next) => {
      const { headers } = await logIn(new Visitor(acme), { next })
      assert.match(String(headers.location), /^\/documents(?:Set-Cookie:%20a=b)?$/)
      assert.notInclude(JSON.stringify(headers['set-cookie']), 'a=b')
    })

  test('leads somebody who is logged in past the form', async ({ assert }) => {
    const visitor = await Visitor.as(acme)
    assert.equal((await visitor.get('/login')).headers.location, '/documents')
  })

  test('ends with log-out, everywhere this token is known', async ({ assert }) => {
    const visitor = new Visitor(acme)
    await logIn(visitor)
    const token = visitor.cookies.get('session') ?? ''
    assert.equal((await visitor.post('/logout')).headers.location, '/login')
    assert.isFalse(visitor.cookies.has('session'))
    visitor.cookies.set('session', token)
    assert.equal((await visitor.get('/documents')).status, 303)
  })

  test('says after a form that the session was over', async ({ assert }) => {
    const visitor = new Visitor(acme)
    const referer = `http://${visitor.host}/settings/keys?page=2`
    const values = { name: 'A', environment: 'test' }
    const answer = await visitor.post('/settings/keys', values, { referer })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, '/login?next=%2Fsettings%2Fkeys%3Fpage%3D2')
    assert.include((await visitor.followed(answer)).text, 'You have been logged out')
    assert.notInclude((await visitor.get('/login')).text, 'You have been logged out')
  })

  test('refuses more attempts for a while, also with the right password', async ({ assert }) => {
    const ana = await withPassword(acme, await makeUser(acme, 'member'))
    const attempt = (password: string) =>
      new Visitor(acme).post('/login', { email: ana.email, password })
    for (let count = 0; count < MAX_PER_ACCOUNT_AND_ADDRESS; count++)
      assert.equal((await attempt('wrong')).status, 422)
    const refused = await attempt(PASSWORD)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], String(WINDOW_MS / 1000))
    assert.include(refused.text, 'Too many attempts')
    assert.equal((await logIn(new Visitor(acme))).status, 303)
  })

  test('reads no body that no form of ours would send', async ({ assert }) => {
    const visitor = new Visitor(acme)
    const answer = await visitor.post('/login', { email: 'a'.repeat(100_000), password: PASSWORD })
    assert.equal(answer.status, 413)
    const odd = await visitor.post('/login', { 'email[]': ['a', 'b'], 'password[x]': 'c' })
    assert.equal(odd.status, 422)
  })
})
