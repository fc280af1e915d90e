import { FormData } from 'undici'
import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '#app/dashboard/fresh_log_in'
import { clock } from '#app/foundation/clock'
import ApiKey from '#app/identity/keys/api_key'
import { MAX_CODES } from '#app/identity/second_factor/code_attempts'
import { openSession } from '#app/identity/sessions/session_opening'
import User from '#app/identity/users/user'
import Connection from '#app/single_sign_on/connection'
import { nameServers } from '#app/tenants/hosts/name_server'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import {
  inLive,
  makeUser,
  ownerOf,
  PASSWORD,
  Visitor,
  withPassword,
} from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain } from '#tests/support/domain_hand'
import { codeFrom, withSecondFactor } from '#tests/support/second_factor'
import { keptFormIn } from '#tests/support/kept_form'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import {
  connected,
  plainText,
  requestIn,
  responseOf,
  SsoVisitor,
} from '#tests/support/single_sign_on'

const MINUTE_MS = 60_000
const A_WHILE_MS = 10 * MINUTE_MS
const UNASKED = 'let you in without asking who you are'

/** What matters most, by hand: a person's own proofs, keys, who is a member and as what, who vouches for people, where data and mails go, erasure, ownership. */
const BOTH = [
  '/account/second-factor',
  '/account/second-factor/remove',
  '/account/second-factor/set-up',
  '/documents/:id/erase',
  '/settings/data/person',
  '/settings/keys/:id/rotate',
  '/settings/members/:id/ownership',
  '/settings/members/:id/remove',
  '/settings/sender/server',
  '/settings/webhooks/:id/secret',
  '/tenants/:id/delete',
  '/tenants/:id/handover',
  '/tenants/:id/release',
]
const PAGES = [
  '/settings/domains/:id/edit',
  '/settings/domains/new',
  '/settings/integrations/new',
  '/settings/keys/:id/edit',
  '/settings/keys/new',
  '/settings/seal/file',
  '/settings/seal/provider',
  '/settings/seal/provider/return',
  '/settings/webhooks/:id/edit',
  '/settings/webhooks/new',
]
const FORMS = [
  '/account/second-factor/codes',
  '/settings/data/hold/lift',
  '/settings/data/retention',
  '/settings/domains',
  '/settings/domains/:id',
  '/settings/domains/:id/remove',
  '/settings/integrations',
  '/settings/keys',
  '/settings/keys/:id',
  '/settings/members',
  '/settings/members/:id/disable',
  '/settings/members/:id/enable',
  '/settings/members/:id/role',
  '/settings/going-live/webhooks',
  '/settings/seal/file',
  '/settings/seal/provider',
  '/settings/seal/provider/credentials',
  '/settings/seal/remove',
  '/settings/sender',
  '/settings/single-sign-on/attributes',
  '/settings/single-sign-on/certificates',
  '/settings/single-sign-on/certificates/:sha256/remove',
  '/settings/single-sign-on/domains',
  '/settings/single-sign-on/domains/owners',
  '/settings/single-sign-on/domains/remove',
  '/settings/single-sign-on/enforcement',
  '/settings/single-sign-on/enforcement/lift',
  '/settings/single-sign-on/enforcement/owners',
  '/settings/single-sign-on/host',
  '/settings/single-sign-on/key/:step',
  '/settings/single-sign-on/members',
  '/settings/single-sign-on/off',
  '/settings/single-sign-on/on',
  '/settings/single-sign-on/provider',
  '/settings/single-sign-on/provider/fields',
  '/settings/single-sign-on/provider/url',
  '/settings/single-sign-on/roles',
  '/settings/single-sign-on/setup-link',
  '/settings/webhooks',
  '/settings/webhooks/:id',
  '/settings/webhooks/:id/secret/activate',
]

function guarded(): { method: string; pattern: string }[] {
  return Object.values(router.toJSON())
    .flat()
    .filter(({ middleware }) => [...middleware.all()].includes(needsFreshLogIn as never))
    .map(({ methods, pattern }) => ({ method: methods.includes('GET') ? 'GET' : 'POST', pattern }))
    .filter(({ pattern }) => !pattern.startsWith('/test/'))
}

test.group('Dashboard | proving it once more', (group) => {
  let acme: Tenant
  let owner: User
  let secret: string
  let later = A_WHILE_MS

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    owner = await withPassword(acme, await ownerOf(acme))
    secret = (await withSecondFactor(acme, owner)).secret
  })
  group.each.teardown(() => clock.restore())

  /** The owner, whose log-in is not fresh any more. */
  async function late(): Promise<Visitor> {
    const visitor = await Visitor.as(acme)
    // no code of a test before is spent by then
    later += 60_000
    clock.travel(later)
    return visitor
  }

  const proofs = () => ({ confirmPassword: PASSWORD, confirmCode: codeFrom(secret) })
  const role = () => inLive(acme, () => makeUser(acme, 'member'))
  const roleOf = async ({ id }: User) => (await inLive(acme, () => User.findOrFail(id))).role

  test('is asked for by every route of what matters most', ({ assert }) => {
    const patterns = (method: string) =>
      guarded().flatMap((one) => (one.method === method ? [one.pattern] : []))
    assert.includeMembers(patterns('GET'), [...BOTH, ...PAGES, '/settings/members/new'])
    assert.includeMembers(patterns('POST'), [...BOTH, ...FORMS])
  })

  test('comes before each of these, and nothing is done before it', async ({ assert }) => {
    const visitor = await late()
    const before = await inLive(acme, () => User.query().orderBy('id'))
    for (const { method, pattern } of guarded()) {
      if (/document|:delivery/.test(pattern)) continue
      const path = pattern.replaceAll(/:\w+/g, owner.id)
      if (method === 'GET') {
        const { headers } = await visitor.get(path)
        assert.equal(headers.location, `/account/confirm?next=${encodeURIComponent(path)}`)
      } else {
        const answer = await visitor.post(path, { name: 'Somebody' })
        assert.equal(answer.status, 403, path)
        assert.include(answer.text, 'Is it still you?', path)
      }
    }
    const after = await inLive(acme, () => User.query().orderBy('id'))
    assert.deepEqual(
      after.map(({ $attributes }) => $attributes),
      before.map(({ $attributes }) => $attributes)
    )
  })

  test('leads on to the page that somebody wanted, under a new token', async ({ assert }) => {
    const visitor = await late()
    const asked = await visitor.get('/settings/keys/new')
    const page = await visitor.followed(asked)
    assert.equal(page.status, 200)
    assert.include(page.text, 'name="next" value="/settings/keys/new"')
    const before = visitor.cookies.get('session') ?? ''
    const done = await visitor.post('/account/confirm', { next: '/settings/keys/new', ...proofs() })
    assert.equal(done.headers.location, '/settings/keys/new')
    assert.equal((await visitor.followed(done)).status, 200)
    const stolen = new Visitor(acme)
    stolen.cookies.set('session', before)
    assert.match(String((await stolen.get('/documents')).headers.location), /^\/login/)
  })

  test('loses no form, and shows nothing of it: its fields are sent again with the proofs', async ({
    assert,
  }) => {
    const visitor = await late()
    const form = { 'name': 'Order “system” & <co>', 'scopes[]': ['documents:read', 'audit:read'] }
    const asked = await visitor.post('/settings/keys', { ...form, expiry: 'never' })
    assert.equal(asked.status, 403)
    assert.notMatch(asked.text, /Order|documents:read|never/)
    assert.include(asked.text, 'action="/settings/keys"')
    const done = await visitor.post('/settings/keys', { ...keptFormIn(asked.text), ...proofs() })
    assert.match(done.text, /svc_live_[0-9A-Za-z]{44}/)
    const keys = await inLive(acme, () => ApiKey.query())
    assert.deepEqual(
      keys.map(({ name, scopes }) => [name, scopes]),
      [[form.name, form['scopes[]']]]
    )
    assert.notInclude(JSON.stringify(keys), PASSWORD)
  })

  test('gives no secret of a form back to the page', async ({ assert }) => {
    const visitor = await late()
    const names = ['password', 'clientSecret', 'pin', 'secret', 'code', 'server[password]']
    const form = Object.fromEntries(names.map((name) => [name, `canary of ${name}`]))
    const ask = async (path: string, values: Record<string, string>) => {
      const { status, text } = await visitor.post(path, values)
      const decoded = Buffer.from(keptFormIn(text).confirmForm, 'base64url').toString('latin1')
      assert.notInclude(text + decoded, 'canary', path)
      return { status, kept: keptFormIn(text) }
    }
    const posts = guarded().filter(({ method, pattern }) => method === 'POST' && !/:/.test(pattern))
    for (const { pattern } of posts) assert.equal((await ask(pattern, form)).status, 403, pattern)
    const { kept } = await ask('/settings/sender/server', form)
    const wrong = await ask('/settings/sender/server', { ...kept, confirmPassword: 'another' })
    assert.equal(wrong.status, 422)
    assert.isNotEmpty(wrong.kept.confirmForm)
  })

  test('takes a form once, at its own address, from the browser that sent it, for ten minutes', async ({
    assert,
  }) => {
    const visitor = await late()
    const [ines, olga] = [await role(), await role()]
    const at = ({ id }: User) => `/settings/members/${id}/role`
    const asked = await visitor.post(at(ines), { role: 'admin' })
    const form = keptFormIn(asked.text)

    const elsewhere = await visitor.post(at(olga), { ...form, ...proofs() })
    assert.equal(elsewhere.status, 422)
    assert.include(elsewhere.text, 'Nothing was changed')
    const other = await Visitor.as(acme)
    assert.equal((await other.post(at(ines), { ...form, ...proofs() })).status, 422)
    assert.deepEqual([await roleOf(ines), await roleOf(olga)], ['member', 'member'])

    assert.equal((await visitor.post(at(ines), { ...form, ...proofs() })).status, 303)
    assert.equal(await roleOf(ines), 'admin')
    await inLive(acme, () => User.query().where('id', ines.id).update({ role: 'member' }))
    assert.equal((await visitor.post(at(ines), form)).status, 422)

    const slow = await late()
    const ended = keptFormIn((await slow.post(at(ines), { role: 'admin' })).text)
    clock.travel(A_WHILE_MS)
    assert.equal((await slow.post(at(ines), { ...ended, ...proofs() })).status, 422)
    assert.equal(await roleOf(ines), 'member')
  })

  test('sends a form with a file back to its page, since a browser sends no file again', async ({
    assert,
  }) => {
    const visitor = await late()
    const upload = new FormData()
    upload.set('password', 'canary of a file')
    upload.set('file', new Blob(['canary']), 'seal.p12')
    const { status, headers, text } = await visitor.upload('/settings/seal/file', upload)
    assert.deepEqual(
      [status, headers.location],
      [303, '/account/confirm?next=%2Fsettings%2Fseal%2Ffile']
    )
    assert.notInclude(text, 'canary')
  })

  test('takes no wrong password, no wrong code, and no code alone', async ({ assert }) => {
    const visitor = await late()
    const ines = await role()
    const at = `/settings/members/${ines.id}/role`
    const code = codeFrom(secret)
    const wrong: Record<string, string>[] = [
      { confirmPassword: 'another', confirmCode: code },
      { confirmPassword: PASSWORD, confirmCode: '000000' },
      { confirmPassword: PASSWORD },
      { confirmCode: code },
    ]
    for (const given of wrong) {
      const answer = await visitor.post(at, { role: 'admin', ...given })
      assert.equal(answer.status, 422)
      assert.property(keptFormIn(answer.text), 'confirmForm')
      assert.notInclude(answer.text, PASSWORD)
    }
    assert.equal(await roleOf(ines), 'member')
    const right = { role: 'admin', confirmPassword: PASSWORD, confirmCode: code }
    assert.equal((await visitor.post(at, right)).status, 303)
    assert.equal(await roleOf(ines), 'admin')
  })

  test('stops a guesser at a browser that was left open', async ({ assert }) => {
    const ana = await withPassword(acme, await makeUser(acme, 'admin'))
    const visitor = new Visitor(acme)
    const { token } = await inLive(acme, () => openSession(ana))
    visitor.cookies.set('session', token.release())
    clock.travel(A_WHILE_MS)
    for (let tries = 0; tries < MAX_CODES; tries++)
      assert.equal((await visitor.post('/account/confirm', { confirmPassword: 'x' })).status, 422)
    const right = await visitor.post('/account/confirm', { confirmPassword: PASSWORD })
    assert.equal(right.status, 429)
  })

  test('sends people of single sign-on to their provider', async ({ assert }) => {
    const ana = await makeUser(acme, 'admin')
    const visitor = new Visitor(acme)
    const by = {
      ...{ provider: 'https://idp.example', nameId: 'ana', nameFormat: null, sessionIndex: null },
      endsAt: new Date(Date.now() + 3_600_000),
    }
    const { token } = await inLive(acme, () => openSession(ana, { by }))
    visitor.cookies.set('session', token.release())
    assert.equal((await visitor.get('/settings/keys/new')).status, 200)
    clock.travel(A_WHILE_MS)
    const page = await visitor.followed(await visitor.get('/settings/keys/new'))
    assert.include(page.text, 'href="/sso/saml/login?next=%2Fsettings%2Fkeys%2Fnew&amp;fresh=yes"')
    assert.notInclude(page.text, UNASKED)
    assert.notInclude(page.text, 'confirmPassword')
    const empty = await visitor.post('/account/confirm', { confirmPassword: '' })
    assert.equal(empty.status, 422)
  })

  test('has the provider ask anew, and believes when it says that it did', async ({ assert }) => {
    const corp = await makeTenant({ plan: 'enterprise' })
    const provider = await TestIdentityProvider.make()
    const connection = await connected(corp, provider, {}, ['corp.example'])
    const ann = await makeUser(corp, 'admin')
    const visitor = new SsoVisitor(corp)
    const next = '/settings/keys/new'
    const minutesAgo = (minutes: number) => ({
      nameId: ann.email,
      now: clock.now().getTime(),
      authenticatedAt: clock.now().getTime() - minutes * MINUTE_MS,
    })
    const usual = await visitor.logIn(provider, connection, minutesAgo(11), next)
    assert.equal(usual.headers.location, next, 'an older log-in at the provider lets somebody in')
    const asked = await visitor.get(next)
    assert.match(String(asked.headers.location), /^\/account\/confirm/)
    const page = await visitor.followed(asked)
    assert.include(page.text, UNASKED)
    const again = plainText(/href="(\/sso\/saml\/login[^"]+)"/.exec(page.text)![1])
    const logInAgain = async (minutes: number) => {
      const begun = requestIn(String((await visitor.get(again)).headers.location))
      assert.include(begun.xml, 'ForceAuthn="true"')
      const terms = { inResponseTo: begun.id, ...minutesAgo(minutes) }
      const done = await visitor.complete(
        await visitor.bring(responseOf(provider, connection, terms))
      )
      assert.deepEqual([done.status, done.headers.location], [303, next])
    }
    const form = { 'name': 'ERP', 'scopes[]': ['documents:read'], 'expiry': 'never' }
    const keys = async () => (await inLive(corp, () => ApiKey.query())).length
    await logInAgain(11)
    assert.equal((await visitor.get(next)).status, 303, 'a provider that ignores ForceAuthn')
    assert.equal((await visitor.post('/settings/keys', form)).status, 403)
    assert.equal(await keys(), 0)
    await logInAgain(8)
    assert.equal((await visitor.get(next)).status, 200)
    clock.travel(2 * MINUTE_MS)
    assert.equal((await visitor.get(next)).status, 303, 'counted from the log-in at the provider')
    const expired = await visitor.followed(await visitor.get(next))
    assert.notInclude(expired.text, UNASKED)
    // a clock there that is ahead makes nothing fresh for longer
    await logInAgain(-0.5)
    assert.equal((await visitor.post('/settings/keys', form)).status, 200)
    assert.equal(await keys(), 1)
    clock.travel(12.1 * MINUTE_MS)
    assert.equal((await visitor.get(next)).status, 303)
  })

  test('has no other log-in ask anew, and asks at the host that the provider knows', async ({
    assert,
    cleanup,
  }) => {
    const corp = await makeTenant({ plan: 'enterprise' })
    await connected(corp, await TestIdentityProvider.make())
    const visitor = new Visitor(corp)
    for (const query of ['', '?next=%2Fsettings', '?fresh=', '?fresh[]=yes']) {
      const { headers } = await visitor.get(`/sso/saml/login${query}`)
      assert.notInclude(requestIn(String(headers.location)).xml, 'ForceAuthn', query)
    }
    const world = await DnsWorld.open()
    cleanup(() => world.close())
    nameServers.use([world.asServer()])
    cleanup(() => nameServers.use())
    const { host: known } = await activeDomain(corp, `sso.${corp.slug}.com`, world)
    await inLive(corp, () => Connection.query().update({ host: known }))
    const query = 'next=%2Fsettings&fresh=yes'
    const { headers } = await visitor.get(`/sso/saml/login?${query}`)
    const { host, search } = new URL(String(headers.location))
    assert.deepEqual([host.split(':')[0], search], [known, `?${query}`])
  })

  test('leads to pages of this dashboard alone: {$self}')
    .with(['https://evil.example/', '//evil.example/settings', '/login', ''])
    .run(async ({ assert }, next) => {
      const visitor = await Visitor.as(acme)
      const { headers } = await visitor.get(`/account/confirm?next=${encodeURIComponent(next)}`)
      assert.equal(headers.location, '/account')
    })
})
