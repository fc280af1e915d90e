import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { CONSOLE } from '#app/cli/_console'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { sessionOfToken } from '#app/identity/sessions/session_of_token'
import { openSession } from '#app/identity/sessions/session_opening'
import { Membership } from '#app/identity/users/membership'
import { Seats } from '#app/identity/users/seats'
import User from '#app/identity/users/user'
import { Attempts } from '#app/single_sign_on/attempt'
import { Connecting } from '#app/single_sign_on/connecting'
import type Connection from '#app/single_sign_on/connection'
import { LastProfile } from '#app/single_sign_on/last_profile'
import { ProvedDomains } from '#app/single_sign_on/proved_domains'
import { RoleRules, type RoleRule } from '#app/single_sign_on/role_rules'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { filledForm } from '#tests/support/page_forms'
import { connected, responseOf, SsoVisitor } from '#tests/support/single_sign_on'

const PAGE = '/settings/single-sign-on/roles'
const ATTRIBUTES = '/settings/single-sign-on/attributes'
const RULES: RoleRule[] = [
  { attribute: null, value: 'Admins', role: 'admin' },
  { attribute: 'team', value: 'Engineering', role: 'developer' },
]

test.group('Single sign-on | roles', (group) => {
  let acme: Tenant
  let provider: TestIdentityProvider
  let connection: Connection
  let admin: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    provider = await TestIdentityProvider.make()
    connection = await connected(acme, provider, { makesMembers: true }, ['corp.example'])
    admin = await Visitor.as(acme, 'admin')
  })
  group.each.setup(() => {
    return () => clock.restore()
  })

  const rule = (rules: readonly RoleRule[]) => inLive(acme, () => RoleRules.replace(rules, CONSOLE))
  const logIn = async (nameId: string, attributes: Record<string, string[]> = {}) => {
    const visitor = new SsoVisitor(acme)
    const answer = await visitor.logIn(provider, connection, { nameId, attributes })
    return { visitor, status: answer.status }
  }
  const roleOf = async (email: string) => (await inLive(acme, () => User.byEmail(email)))?.role
  const changes = async () =>
    (await inLive(acme, () => SecurityTrail.read())).filter(
      ({ action }) => action === 'member.role_changed'
    )

  test('are not brought back by a page that was opened before they were changed', async ({
    assert,
  }) => {
    const [admins, engineering] = RULES
    await rule(RULES)
    const opened = filledForm({ path: PAGE, html: (await admin.get(PAGE)).text }, PAGE)
    await rule([engineering])
    const rules = () => inLive(acme, () => RoleRules.all())
    assert.equal((await admin.post(PAGE, opened)).status, 303)
    assert.deepEqual(await rules(), [engineering])
    const changed = { ...opened, 'rules[1][value]': ['Platform'] }
    const refused = await admin.post(PAGE, changed)
    assert.equal(refused.status, 409)
    assert.include(refused.text, 'Somebody changed the rules in the meantime')
    assert.deepEqual(await rules(), [engineering])
    const meant = filledForm({ path: PAGE, html: refused.text }, PAGE)
    assert.equal((await admin.post(PAGE, meant)).status, 303)
    assert.deepEqual(await rules(), [admins, { ...engineering, value: 'Platform' }])
  })

  test('are saved by one of those who change them at the same moment; the others are told', async ({
    assert,
  }) => {
    await rule(RULES)
    const opened = filledForm({ path: PAGE, html: (await admin.get(PAGE)).text }, PAGE)
    const values = ['Platform', 'Research', 'Design', 'Support']
    const answers = await Promise.all(
      values.map((value) => admin.post(PAGE, { ...opened, 'rules[1][value]': [value] }))
    )
    assert.sameMembers(
      answers.map(({ status }) => status),
      [303, 409, 409, 409]
    )
    const first = values[answers.findIndex(({ status }) => status === 303)]
    const [, second] = await inLive(acme, () => RoleRules.all())
    assert.equal(second.value, first)
  })

  test('are given at every log-in, up and down, each time with an entry in the trail', async ({
    assert,
  }) => {
    await rule(RULES)
    const email = 'ann@corp.example'
    await logIn(email, { team: ['Engineering'] })
    assert.equal(await roleOf(email), 'developer')
    await logIn(email, { groups: ['Staff', 'Admins'] })
    assert.equal(await roleOf(email), 'admin')
    await logIn(email, { groups: ['Staff'] })
    assert.equal(await roleOf(email), 'member')
    const told = (await changes()).map(({ body }) => {
      const { from, to, by } = body.details as Record<string, string>
      return `${from} ${to} ${by}`
    })
    assert.deepEqual(told, ['admin member single sign-on', 'developer admin single sign-on'])
    const before = (await changes()).length
    await logIn(email, { groups: ['Staff'] })
    assert.lengthOf(await changes(), before)
  })

  test('that rise end the sessions from before, and those that fall lose the right at once', async ({
    assert,
  }) => {
    await rule(RULES)
    const email = 'rob@corp.example'
    const { visitor: old } = await logIn(email)
    assert.equal((await old.get(PAGE)).status, 403)
    const { visitor: risen } = await logIn(email, { groups: ['Admins'] })
    assert.equal((await risen.get(PAGE)).status, 200)
    assert.isFalse(await old.isKnown())
    await logIn(email)
    assert.equal((await risen.get(PAGE)).status, 403)
  })

  test('stay as they were given by hand where there are no rules', async ({ assert }) => {
    await rule([])
    const dora = await makeUser(acme, 'developer')
    await logIn(dora.email, { groups: ['Admins'] })
    assert.equal(await roleOf(dora.email), 'developer')
  })

  test('of owners are not touched, and nobody becomes one', async ({ assert }) => {
    await rule(RULES)
    const owner = await ownerOf(acme)
    await inLive(acme, () => unit(() => ProvedDomains.vouchFor(owner.email.split('@')[1])))
    assert.equal((await logIn(owner.email, { groups: ['Staff'] })).status, 303)
    assert.equal(await roleOf(owner.email), 'owner')
    for (const role of ['owner', 'nonsense']) {
      const form = { 'rules[0][order]': '1', 'rules[0][value]': 'Boss', 'rules[0][role]': role }
      await admin.post(PAGE, form)
      assert.deepEqual(
        (await inLive(acme, () => RoleRules.all())).map((one) => one.role),
        ['member']
      )
    }
    const stored = inLive(acme, () =>
      CurrentTenant.batch([{ text: `update sso_role_rules set role = 'owner'` }])
    )
    await assert.rejects(() => stored)
  })

  test('end the sessions of a provider when somebody becomes an owner by hand', async ({
    assert,
  }) => {
    await rule([])
    const heir = await makeUser(acme, 'member')
    const { visitor } = await logIn(heir.email)
    const own = await inLive(acme, () => openSession(heir))
    const owner = await ownerOf(acme)
    const by = { type: 'user' as const, id: owner.id, name: owner.name }
    await inLive(acme, () => new Membership(heir, by, 'owner').changeRole('owner'))
    assert.isFalse(await visitor.isKnown())
    assert.isNotNull(await inLive(acme, () => sessionOfToken(own.token.release())))
  })

  test('are shown for the last profile before they are saved', async ({ assert }) => {
    await rule([])
    await logIn('eve@nowhere.example', { groups: ['Admins', 'Payroll &lt;b&gt;'] })
    const before = (await admin.get(PAGE)).text
    assert.include(before, 'eve@nowhere.example')
    assert.include(before, 'Payroll &lt;b&gt;')
    assert.include(before, 'As given by hand')
    const form = {
      'rules[0][order]': '2',
      'rules[0][value]': 'Admins',
      'rules[0][role]': 'admin',
      'rules[1][order]': '1',
      'rules[1][value]': 'Payroll <b>',
      'rules[1][role]': 'developer',
    }
    const tried = await admin.post(PAGE, { ...form, intent: 'preview' })
    assert.include(tried.text, 'Developer, by rule 1')
    assert.deepEqual(await inLive(acme, () => RoleRules.all()), [])
    assert.equal((await admin.post(PAGE, form)).status, 303)
    assert.deepEqual(
      (await inLive(acme, () => RoleRules.all())).map(({ value }) => value),
      ['Payroll <b>', 'Admins']
    )
    const long = { ...form, 'rules[0][value]': 'x'.repeat(501) }
    assert.equal((await admin.post(PAGE, long)).status, 422)
  })

  test('and addresses are read from the attributes that the tenant has named', async ({
    assert,
  }) => {
    await rule(RULES)
    const owner = await Visitor.as(acme)
    const form = { emailAttribute: 'work', groupsAttribute: 'units' }
    const said = { work: ['zoe@corp.example'], units: ['Admins'], groups: ['Staff'] }
    await logIn('zoe', said)
    assert.isUndefined(await roleOf('zoe@corp.example'))
    const tried = await owner.post(ATTRIBUTES, { ...form, intent: 'preview' })
    assert.include(tried.text, 'zoe@corp.example')
    assert.equal((await owner.post(ATTRIBUTES, form)).status, 303)
    await logIn('zoe', said)
    assert.equal(await roleOf('zoe@corp.example'), 'admin')
    assert.equal((await owner.post(ATTRIBUTES, {})).status, 303)
  })

  test('and which attribute is the address are an owner’s to choose while owners come in by it', async ({
    assert,
  }) => {
    const owner = await ownerOf(acme)
    await inLive(acme, () => unit(() => ProvedDomains.vouchFor(owner.email.split('@')[1])))
    const mine = { emailAttribute: 'nickname' }
    assert.equal((await admin.post(ATTRIBUTES, mine)).status, 403)
    await assert.rejects(
      () =>
        inLive(acme, () =>
          Connecting.change(mine, { type: 'user', id: admin.user!.id, name: 'Admin' })
        ),
      /Only an owner/
    )
    const forged = { nickname: [owner.email], mail: ['eve@corp.example'] }
    const { visitor } = await logIn('eve', forged)
    assert.notInclude((await visitor.get('/documents')).text, owner.email)
    assert.equal((await admin.post(ATTRIBUTES, { groupsAttribute: 'units' })).status, 303)
    await admin.post(ATTRIBUTES, {})
  })

  test('keep one profile, which can be forgotten and is forgotten after thirty days', async ({
    assert,
  }) => {
    await logIn('ida@corp.example', { note: ['secret-of-ida'] })
    const [rows] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: 'select * from sso_last_profile' }])
    )
    assert.lengthOf(rows, 1)
    assert.notInclude(JSON.stringify(rows), 'secret-of-ida')
    assert.notInclude(Buffer.from(rows[0].profile as Buffer).toString('latin1'), 'ida@corp')
    assert.include((await admin.get(ATTRIBUTES)).text, 'secret-of-ida')
    await admin.post(`${ATTRIBUTES}/forget`)
    assert.isNull(await inLive(acme, () => LastProfile.current()))
    await logIn('ida@corp.example')
    clock.travel(31 * DAY_MS)
    assert.isNull(await inLive(acme, () => LastProfile.current()))
  })

  test('go with a member who is removed, and so does their name in the list of attempts', async ({
    assert,
  }) => {
    const ivo = 'ivo@corp.example'
    const { visitor } = await logIn('ivo-1', {
      email: ['Ivo@corp.example'],
      note: ['secret-of-ivo'],
    })
    assert.isTrue(await visitor.isKnown())
    const owners = await Visitor.as(acme)
    const user = (await inLive(acme, () => User.byEmail(ivo)))!
    assert.equal((await owners.post(`/settings/members/${user.id}/disable`)).status, 303)
    // refused, with the address in the reason
    assert.equal((await logIn('ivo-1', { email: [ivo] })).status, 403)
    await owners.post(`/settings/members/${user.id}/remove`)
    assert.isTrue((await inLive(acme, () => User.byEmail(ivo)))!.isRemoved)
    assert.isNull(await inLive(acme, () => LastProfile.current()))
    const attempts = await inLive(acme, () => Attempts.latest())
    assert.notMatch(JSON.stringify(attempts), /ivo/i)
    assert.equal((attempts[0].fault as { code: string }).code, 'E_DISABLED')
  })

  test('are given within the seats of the plan, however many come first at the same moment', async ({
    assert,
  }) => {
    await rule(RULES)
    const [seats] = await inLive(acme, () => CurrentTenant.batch([Seats.statement]))
    const { used } = Seats.from(seats)
    const limit = used + 2
    await limitTo(acme, limit)
    const people = Array.from({ length: 6 }, (_, index) => `first${index}@corp.example`)
    const visitors = people.map(() => new SsoVisitor(acme))
    const arrived = await Promise.all(
      visitors.map(async (visitor, index) => {
        const inResponseTo = await visitor.begin()
        const nameId = people[index]
        return visitor.bring(responseOf(provider, connection, { inResponseTo, nameId }))
      })
    )
    const answers = await Promise.all(
      visitors.map((visitor, index) => visitor.complete(arrived[index]))
    )
    const refused = answers.filter(({ status }) => status === 403)
    assert.lengthOf(refused, 4)
    assert.include(refused[0].text, 'no seat is free')
    const [after] = await inLive(acme, () => CurrentTenant.batch([Seats.statement]))
    assert.equal(Seats.from(after).used, limit)
    const codes = (await inLive(acme, () => Attempts.latest())).map(
      ({ fault }) => (fault as { code: string } | null)?.code
    )
    assert.lengthOf(
      codes.filter((code) => code === 'E_SEATS'),
      4
    )
    await limitTo(acme, null)
  })
})

async function limitTo(tenant: Tenant, members: number | null): Promise<void> {
  await Cell.named(tenant.cell).as('migrator', (client) =>
    client.query(
      `update ${schemaNames(tenant.id).account}.standing
          set entitlements = jsonb_set(entitlements, '{members}', $1::jsonb)`,
      [JSON.stringify(members)]
    )
  )
}
