import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import { CONSOLE } from '#app/cli/_console'
import User from '#app/identity/users/user'
import { Attempts } from '#app/single_sign_on/attempt'
import { Connecting } from '#app/single_sign_on/connecting'
import type Connection from '#app/single_sign_on/connection'
import type Tenant from '#app/tenants/tenant'
import type { Answer } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { changePlan } from '#tests/support/plan_change'
import { ProvingSigner } from '#tests/support/proving_signer'
import { connected, responseOf, SsoVisitor } from '#tests/support/single_sign_on'

test.group('Single sign-on | a plan that loses it while somebody is on the way', (group) => {
  let provider: TestIdentityProvider
  let acme: Tenant
  let connection: Connection

  group.setup(async () => {
    provider = await TestIdentityProvider.make()
  })
  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
    connection = await connected(acme, provider, { makesMembers: true }, ['corp.example'])
  })

  const member = async () => withPassword(acme, await makeUser(acme, 'member'))

  async function assertTurnedAway(assert: Assert, visitor: SsoVisitor, answer: Answer) {
    assert.equal(answer.status, 403)
    assert.include(answer.text, 'Single sign-on has just been turned off')
    assert.include(answer.text, 'href="/login"')
    assert.isFalse(visitor.cookies.has('session'))
    assert.isFalse(await visitor.isKnown())
    const [attempt] = await inLive(acme, () => Attempts.latest())
    assert.deepInclude(attempt.fault as object, { code: 'E_OFF' })
  }

  test('lets nobody in who was at the provider then, and says so', async ({ assert }) => {
    const user = await member()
    const visitor = new SsoVisitor(acme)
    const inResponseTo = await visitor.begin('/settings/keys')
    await changePlan(acme, 'pro')
    const terms = { inResponseTo, nameId: user.email }
    const answer = await visitor.bring(responseOf(provider, connection, terms))
    await assertTurnedAway(assert, visitor, answer)
    // as the page says
    const known = await visitor.post('/login', { email: user.email, password: PASSWORD })
    assert.equal(known.status, 303)
    assert.isTrue(await visitor.isKnown())
  })

  test('lets nobody in who has just come back, nor makes them a member', async ({ assert }) => {
    const visitor = new SsoVisitor(acme)
    const inResponseTo = await visitor.begin()
    const terms = { inResponseTo, nameId: 'new@corp.example' }
    const accepted = await visitor.bring(responseOf(provider, connection, terms))
    assert.equal(accepted.status, 303)
    await changePlan(acme, 'pro')
    await assertTurnedAway(assert, visitor, await visitor.complete(accepted))
    assert.isNull(await inLive(acme, () => User.byEmail('new@corp.example')))
    // the code was used up: the plan's return does not bring it back
    await changePlan(acme, 'business')
    assert.equal((await visitor.complete(accepted)).status, 403)
    assert.isFalse(await visitor.isKnown())
    await visitor.logIn(provider, connection, { nameId: 'new@corp.example' })
    assert.isTrue(await visitor.isKnown())
  })

  test('lets nobody in while a signer is on the way, either', async ({ assert }) => {
    const user = await member()
    const ines = await ProvingSigner.of(acme)
    const visitor = new SsoVisitor(acme)
    const terms = { inResponseTo: await visitor.begin(), nameId: user.email }
    const accepted = await visitor.bring(responseOf(provider, connection, terms))
    await ines.leave()
    await changePlan(acme, 'pro')
    await assertTurnedAway(assert, visitor, await visitor.complete(accepted))
  })

  test('says the same where an owner turns it off', async ({ assert }) => {
    const user = await member()
    const visitor = new SsoVisitor(acme)
    const inResponseTo = await visitor.begin()
    await inLive(acme, () => Connecting.turn(false, CONSOLE))
    const terms = { inResponseTo, nameId: user.email }
    const answer = await visitor.bring(responseOf(provider, connection, terms))
    await assertTurnedAway(assert, visitor, answer)
  })

  test('leaves browsers logged in that came in before, and no way to begin', async ({ assert }) => {
    const user = await member()
    const before = new SsoVisitor(acme)
    await before.logIn(provider, connection, { nameId: user.email })
    await changePlan(acme, 'pro')
    assert.isTrue(await before.isKnown())
    assert.equal((await new Visitor(acme).get('/sso/saml/login')).status, 404)
    assert.notInclude((await new Visitor(acme).get('/login')).text, 'Continue with')
  })

  test('answers strangers who bring something unasked as if there were nothing', async ({
    assert,
  }) => {
    await changePlan(acme, 'pro')
    const visitor = new SsoVisitor(acme)
    const terms = { nameId: 'new@corp.example' }
    assert.equal((await visitor.bring(responseOf(provider, connection, terms))).status, 404)
  })
})
