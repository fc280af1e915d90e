import { test } from '@japa/runner'
import type { Environment } from '#app/foundation/environment'
import type { Role } from '#app/identity/access/role'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { newDocument, Visitor } from '#tests/support/dashboard_visitor'

const ROLES: Role[] = ['owner', 'admin', 'developer', 'member', 'viewer']

interface World {
  visitor: Visitor
  base: string
  own: string
  others: string
}

type Act = (world: World) => Promise<number>

const READS: Record<string, Act> = {
  'own document': async ({ visitor, base, own }) =>
    (await visitor.get(`${base}/documents/${own}`)).status,
  'own file': async ({ visitor, base, own }) =>
    (await visitor.get(`${base}/documents/${own}/original`)).status,
  'others’ document': async ({ visitor, base, others }) =>
    (await visitor.get(`${base}/documents/${others}`)).status,
  'others’ file': async ({ visitor, base, others }) =>
    (await visitor.get(`${base}/documents/${others}/original`)).status,
}

const link = async ({ visitor, base }: World, id: string, signer: string) =>
  (await visitor.post(`${base}/documents/${id}/signers/${signer}/link`)).status

const CHANGES: Record<string, (world: World, id: string, signer: string) => Promise<number>> = {
  link,
  remind: async ({ visitor, base }, id) =>
    (await visitor.post(`${base}/documents/${id}/reminders`)).status,
  send: async ({ visitor, base }, id) =>
    (await visitor.post(`${base}/documents/${id}/send`)).status,
  void: async ({ visitor, base }, id) =>
    (await visitor.post(`${base}/documents/${id}/void`, { reason: 'No' })).status,
}

/** By role: own, others’ in live, others’ in test. */
const SEES: Record<Role, [own: boolean, live: boolean, test: boolean]> = {
  owner: [true, true, true],
  admin: [true, true, true],
  developer: [true, false, true],
  member: [true, false, false],
  viewer: [true, false, false],
}

/** Pages about keys and webhooks. */
const SETTINGS: Record<Role, boolean> = {
  owner: true,
  admin: true,
  developer: true,
  member: false,
  viewer: false,
}

test.group('Dashboard | roles', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
  })

  const documentOf = (createdBy: string, environment: Environment) =>
    CurrentTenant.run({ tenant: acme.ref, environment }, () =>
      makeDocument({ signers: [ANA], by: { type: 'user', id: createdBy, name: 'Somebody' } })
    )

  for (const role of ROLES)
    for (const environment of ['live', 'test'] as const) {
      test(`${role} in ${environment}: what they see and change`, async ({ assert }) => {
        const visitor = await Visitor.as(acme, role)
        const base = environment === 'test' ? '/test' : ''
        const own = await documentOf(visitor.user?.id ?? '', environment)
        const others = await documentOf('usr_somebody', environment)
        const world = { visitor, base, own: own.id, others: others.id }
        const [seesOwn, inLive, inTest] = SEES[role]
        const seesOthers = environment === 'live' ? inLive : inTest

        for (const [what, read] of Object.entries(READS)) {
          const sees = what.startsWith('own') ? seesOwn : seesOthers
          assert.equal(await read(world), sees ? 200 : 404, what)
        }
        const list = await visitor.get(`${base}/documents`)
        assert.include(list.text, own.id)
        assert.equal(list.text.includes(others.id), seesOthers)

        const mayChange = role !== 'viewer'
        for (const [what, change] of Object.entries(CHANGES)) {
          const done = what === 'link' ? 200 : 303
          assert.equal(await change(world, own.id, own.signers[0].id), mayChange ? done : 403, what)
          const foreign = seesOthers ? (mayChange ? done : 403) : 404
          assert.equal(await change(world, others.id, others.signers[0].id), foreign, what)
        }
        const made = await visitor.upload(`${base}/documents`, await newDocument())
        assert.equal(made.status, mayChange ? 303 : 403)
      })

      test(`${role} in ${environment}: settings`, async ({ assert }) => {
        const visitor = await Visitor.as(acme, role)
        const base = environment === 'test' ? '/test' : ''
        const status = SETTINGS[role] ? 200 : 403
        const mayGive = SETTINGS[role] && SEES[role][environment === 'live' ? 1 : 2]
        for (const path of ['keys', 'keys/new', 'webhooks'])
          assert.equal((await visitor.get(`${base}/settings/${path}`)).status, status, path)
        const form = await visitor.get(`${base}/settings/webhooks/new`)
        assert.equal(form.status, mayGive ? 200 : 403)
        const key = { 'name': 'Mine', 'scopes[]': 'documents:read' }
        const made = await visitor.post(`${base}/settings/keys`, key)
        assert.equal(made.status, mayGive ? 200 : SETTINGS[role] ? 422 : 403)
        const endpoint = { 'url': 'https://example.test/', 'events[]': '*' }
        const added = await visitor.post(`${base}/settings/webhooks`, endpoint)
        assert.equal(added.status, mayGive ? 200 : 403)
        const page = await visitor.get(`${base}/documents`)
        assert.equal(page.text.includes(`${base}/settings/keys`), SETTINGS[role])
      })
    }

  test('a user who is disabled is nobody at once', async ({ assert }) => {
    const mia = await Visitor.as(acme, 'member')
    assert.equal((await mia.get('/documents')).status, 200)
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, async () =>
      mia.user?.merge({ disabledAt: new Date() }).save()
    )
    assert.equal((await mia.get('/documents')).status, 303)
  })

  test('a role that changes holds from the next request', async ({ assert }) => {
    const dev = await Visitor.as(acme, 'developer')
    assert.equal((await dev.get('/settings/keys')).status, 200)
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, async () =>
      dev.user?.merge({ role: 'viewer' }).save()
    )
    assert.equal((await dev.get('/settings/keys')).status, 403)
  })
})
