import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { SecurityTrail } from '#app/audit/security_trail'
import { CONSOLE } from '#app/cli/_console'
import User from '#app/identity/users/user'
import { Attempts } from '#app/single_sign_on/attempt'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, Visitor } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { connected, requestIn, responseOf, SsoVisitor } from '#tests/support/single_sign_on'

const HOME = '/settings/single-sign-on'

let acme: Tenant
let provider: TestIdentityProvider
let connection: Connection

test.group('Single sign-on | test log-in', (group) => {
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
    provider = await TestIdentityProvider.make()
    connection = await connected(acme, provider, { makesMembers: true }, ['corp.example'])
    await inLive(acme, () => Connecting.turn(false, CONSOLE))
  })
  group.each.teardown(() => clock.restore())

  test('works before it is turned on, and logs nobody in', async ({ assert }) => {
    const tester = await testerAs('admin')
    const before = await counted()
    const { inResponseTo, relayState } = await begin(tester)
    const attributes = { displayName: ['New Person'], department: ['Secret plans'] }
    const answer = await tester.bring(
      responseOf(provider, connection, { inResponseTo, nameId: 'new@corp.example', attributes }),
      relayState
    )
    assert.equal(answer.status, 303)
    const done = await tester.complete(answer)
    assert.equal(done.status, 303)
    const { status, text } = await tester.followed(done)
    assert.equal(status, 200)
    assert.include(text, 'The test passed every check.')
    for (const shown of ['new@corp.example', 'New Person', 'would become one', 'Member'])
      assert.include(text, shown)
    assert.equal(verdicts(text, 'passed'), 19)
    // names of attributes, and none of their values
    assert.include(text, 'department')
    assert.notInclude(text, 'Secret plans')
    assert.deepEqual(await counted(), before)
    assert.isNull(await inLive(acme, () => User.byEmail('new@corp.example')))
    assert.include((await tester.get('/documents')).text, tester.user!.email)
    const { testedBy, isTested } = (await inLive(acme, () => Connection.current()))!
    assert.equal(testedBy, tester.user!.id)
    assert.isTrue(isTested)
  })

  test('shows the member and the role that a log-in would have', async ({ assert }) => {
    const ann = await makeUser(acme, 'developer')
    const tester = await testerAs('owner')
    const { text } = await tried(tester, { nameId: ann.email })
    assert.include(text, ann.email)
    assert.include(text, 'Developer')
    assert.notInclude(text, 'would become one')
    // to the person who tried it alone
    const attempt = await latest()
    const other = await testerAs('admin')
    const page = await other.get(`${HOME}/attempts/${attempt.id}`)
    assert.equal(page.status, 200)
    assert.notInclude(page.text, '>Developer<')
    assert.equal(verdicts(page.text, 'passed'), 19)
  })

  test('says which check failed, what was expected, and which were not reached', async ({
    assert,
  }) => {
    const tester = await testerAs('admin')
    const { text } = await tried(tester, { audience: 'https://wrong.example' })
    assert.include(text, 'The test failed')
    assert.include(text, 'E_AUDIENCE')
    assert.include(text, connection.addresses.entityId)
    assert.include(text, 'https://wrong.example')
    assert.include(text, 'Set the audience (entity ID) at the provider')
    assert.equal(verdicts(text, 'failed'), 1)
    assert.isAbove(verdicts(text, 'not reached'), 5)
    const attempt = await latest()
    assert.equal(attempt.purpose, 'test')
    assert.equal(attempt.begun_by, tester.user!.id)
  })

  test('is marked alike in every language', async ({ assert }) => {
    const tester = await testerAs('admin')
    await tried(tester, { audience: 'https://wrong.example' })
    const { id } = await latest()
    const marks = async (path: string, language: string) => {
      const { text } = await tester.get(path, { 'accept-language': language })
      const lines = text.matchAll(/<li id="(\w+)" data-state="(\w+)">\s*(<svg.*<\/svg>)/g)
      return [...lines].map(([, key, state, mark]) => ({ key, state, mark }))
    }
    for (const path of [HOME, `${HOME}/attempts/${id}`]) {
      const german = await marks(path, 'de')
      assert.includeMembers(
        german.map(({ state }) => state),
        ['done', 'missing'],
        path
      )
      assert.deepEqual(german, await marks(path, 'en'))
    }
  })

  test('finds what a log-in finds of the person, too', async ({ assert }) => {
    const owner = await makeUser(acme, 'owner')
    const tester = await testerAs('admin')
    const { text } = await tried(tester, { nameId: owner.email })
    assert.include(text, 'E_OWNER_DOMAIN')
    const stranger = await tried(tester, { nameId: 'eve@evil.example' })
    assert.include(stranger.text, 'E_DOMAIN')
    assert.notInclude(stranger.text, '>Role<')
  })

  test('uses request and assertion up as a log-in does', async ({ assert }) => {
    const tester = await testerAs('admin')
    const { inResponseTo, relayState } = await begin(tester)
    const message = responseOf(provider, connection, { inResponseTo, nameId: 'new@corp.example' })
    const first = await tester.bring(message, relayState)
    assert.equal(first.status, 303)
    assert.equal((await tester.bring(message, relayState)).status, 403)
    assert.equal((await tester.complete(first)).status, 303)
    assert.include([403, 404], (await tester.complete(first)).status)
  })

  test('belongs to the browser and the member who began it', async ({ assert }) => {
    const tester = await testerAs('admin')
    const { inResponseTo, relayState } = await begin(tester)
    const answer = await tester.bring(
      responseOf(provider, connection, { inResponseTo, nameId: 'new@corp.example' }),
      relayState
    )
    const other = await testerAs('owner')
    await begin(other)
    assert.equal((await other.complete(answer)).status, 403)
    assert.equal((await latest()).outcome, 'refused')
    // the same browser, in which somebody else is logged in meanwhile
    const again = await begin(tester)
    const arrived = await tester.bring(
      responseOf(provider, connection, {
        inResponseTo: again.inResponseTo,
        nameId: 'new@corp.example',
      })
    )
    tester.cookies.set('session', other.cookies.get('session')!)
    assert.equal((await tester.complete(arrived)).status, 403)
    assert.equal(((await latest()).fault as { code: string } | null)?.code, 'E_TESTER')
  })

  test('lets nobody in beside it while single sign-on is off', async ({ assert }) => {
    const tester = await testerAs('admin')
    const ann = await makeUser(acme, 'member')
    await inLive(acme, () => Connecting.turn(true, CONSOLE))
    const visitor = new SsoVisitor(acme)
    const inResponseTo = await visitor.begin()
    await inLive(acme, () => Connecting.turn(false, CONSOLE))
    await begin(tester)
    const message = responseOf(provider, connection, { inResponseTo, nameId: ann.email })
    assert.equal((await visitor.bring(message)).status, 403)
    assert.equal(((await latest()).fault as { code: string } | null)?.code, 'E_OFF')
    assert.isFalse(await visitor.isKnown())
    assert.equal((await visitor.get('/sso/saml/login')).status, 404)
  })

  test('is over for a version of the connection that is no more', async ({ assert }) => {
    const tester = await testerAs('admin')
    await tried(tester, { nameId: 'new@corp.example' })
    assert.isTrue((await inLive(acme, () => Connection.current()))!.isTested)
    await inLive(acme, () => Connecting.change({ wantsBothSigned: false }, CONSOLE))
    assert.isFalse((await inLive(acme, () => Connection.current()))!.isTested)
  })

  test('leaves a trace that only owners and administrators of the tenant open', async ({
    assert,
  }) => {
    const tester = await testerAs('admin')
    await tried(tester, { nameId: 'new@corp.example' })
    const { id } = await latest()
    const member = await Visitor.as(acme, 'member')
    assert.equal((await member.get(`${HOME}/attempts/${id}`)).status, 403)
    assert.equal((await member.post(`${HOME}/test`)).status, 403)
    const other = await Visitor.as(await makeTenant(), 'owner')
    assert.equal((await other.get(`${HOME}/attempts/${id}`)).status, 404)
    assert.equal((await tester.get(`${HOME}/attempts/ssa_none`)).status, 404)
  })
})

async function testerAs(role: 'owner' | 'admin'): Promise<SsoVisitor> {
  const { user, cookies } = await Visitor.as(acme, role)
  const tester = new SsoVisitor(acme, user)
  tester.cookies = cookies
  return tester
}

async function begin(tester: SsoVisitor) {
  const answer = await tester.post(`${HOME}/test`)
  const { id, url } = requestIn(String(answer.headers.location))
  return { inResponseTo: id, relayState: url.searchParams.get('RelayState')! }
}

/** The page to which a test leads. */
async function tried(tester: SsoVisitor, terms: Record<string, unknown>) {
  const { inResponseTo, relayState } = await begin(tester)
  const message = responseOf(provider, connection, { inResponseTo, ...terms })
  const answer = await tester.bring(message, relayState)
  const { pathname, search } = new URL(String(answer.headers.location))
  const next = await tester.get(pathname + search)
  return next.status === 303
    ? tester.get(new URL(String(next.headers.location), 'http://a').pathname)
    : next
}

async function counted() {
  const [users, entries] = await inLive(acme, async () => [
    await User.query(),
    await SecurityTrail.read({ limit: 1 }),
  ])
  return { users: users.length, sequence: entries[0].sequence }
}

async function latest() {
  const [attempt] = await inLive(acme, () => Attempts.latest())
  return attempt
}

function verdicts(text: string, verdict: string): number {
  return text.split(`class="spoken">: ${verdict}<`).length - 1
}
