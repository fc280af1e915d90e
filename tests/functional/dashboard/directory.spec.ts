import { test } from '@japa/runner'
import User from '#app/identity/users/user'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, Visitor } from '#tests/support/dashboard_visitor'
import { GROUP, ScimClient } from '#tests/support/scim_client'

const PAGE = '/settings/single-sign-on/directory'

const tokenIn = (text: string) => />(scim_[\w-]{43})</.exec(text)?.[1] ?? null
const onceIn = (text: string) => /name="once" value="([^"]+)"/.exec(text)![1]

test.group('Settings | directory', (group) => {
  let acme: Tenant
  let owner: Visitor
  let admin: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    owner = await Visitor.as(acme)
    admin = await Visitor.as(acme, 'admin')
  })

  test('shows a token once, to the owner who made it, however often the form is sent', async ({
    assert,
  }) => {
    const page = await owner.get(PAGE)
    assert.equal(page.status, 200)
    assert.include(page.text, '/scim/v2<')
    const form = { name: 'Okta', once: onceIn(page.text) }
    const made = await owner.post(`${PAGE}/tokens`, form)
    const token = tokenIn(made.text)
    assert.isNotNull(token)
    const client = new ScimClient(acme, token)
    assert.equal((await client.get('/Users')).status, 200)
    const twice = await owner.post(`${PAGE}/tokens`, form)
    assert.equal(tokenIn(twice.text), token)
    const later = await owner.get(PAGE)
    assert.isNull(tokenIn(later.text))
    assert.equal([...later.text.matchAll(/>Revoke</g)].length, 1)
    const [, id] = /name="id" value="(sct_\w+)"/.exec(later.text)!
    assert.equal((await admin.post(`${PAGE}/tokens/revoke`, { id })).status, 303)
    assert.equal((await client.get('/Users')).status, 200)
    await owner.post(`${PAGE}/tokens/revoke`, { id })
    assert.equal((await client.get('/Users')).status, 401)
  })

  test('lets owners alone make tokens', async ({ assert }) => {
    const page = await admin.get(PAGE)
    assert.notInclude(page.text, 'Create token')
    assert.equal((await admin.post(`${PAGE}/tokens`, { name: 'Mine' })).status, 403)
    const member = await Visitor.as(acme, 'member')
    assert.equal((await member.get(PAGE)).status, 403)
  })

  test('says which role a group gives', async ({ assert }) => {
    const user = await makeUser(acme, 'member')
    const client = await ScimClient.of(acme)
    const { body } = await client.post('/Groups', {
      ...{ schemas: [GROUP], displayName: 'Builders', members: [{ value: user.id }] },
    })
    assert.include((await admin.get(PAGE)).text, 'Builders')
    const saved = await admin.post(`${PAGE}/groups`, { id: body.id, role: 'developer' })
    assert.equal(saved.status, 303)
    assert.include((await admin.get(PAGE)).text, '<option value="developer" selected>')
    const roleOf = () => inLive(acme, async () => (await User.findOrFail(user.id)).role)
    assert.equal(await roleOf(), 'developer')
    await admin.post(`${PAGE}/groups`, { id: body.id, role: 'owner' })
    assert.equal(await roleOf(), 'member')
    const missing = await admin.post(`${PAGE}/groups`, { id: 'grp_missing', role: 'member' })
    assert.equal(missing.status, 404)
  })

  test('is not for plans without single sign-on', async ({ assert }) => {
    const pro = await Visitor.as(await makeTenant({ plan: 'pro' }))
    assert.include((await pro.get(PAGE)).text, 'Your plan does not include single sign-on')
    assert.equal((await pro.post(`${PAGE}/tokens`, { name: 'Okta' })).status, 403)
  })
})
