import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import type { Environment } from '#app/foundation/environment'
import { openSession } from '#app/identity/sessions/session_opening'
import { Teamwork } from '#app/identity/teams/teamwork'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

const BY = { type: 'user', id: 'usr_by', name: 'By' } as const

test.group('Handing over', (group) => {
  let acme: Tenant
  let olga: Visitor
  let heir: Visitor

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
    olga = await Visitor.as(acme)
    heir = await Visitor.as(acme, 'member')
  })

  const documentOf = ({ user }: Visitor, environment: Environment = 'live', send = true) =>
    CurrentTenant.run({ tenant: acme.ref, environment }, () => {
      const { id, name } = user!
      return makeDocument({ signers: [ANA], by: { type: 'user', id, name } }, { send })
    })
  const isRemoved = ({ user }: Visitor) =>
    inLive(acme, async () => (await User.findOrFail(user!.id)).isRemoved)

  test('goes with the removal of a member, in both environments, after a preview by state', async ({
    assert,
  }) => {
    const leaver = await Visitor.as(acme, 'member')
    const sent = await documentOf(leaver)
    const draft = await documentOf(leaver, 'live', false)
    const tried = await documentOf(leaver, 'test')
    const path = `/settings/members/${leaver.user!.id}/remove`
    const preview = await olga.get(path)
    assert.include(preview.text, 'Their documents: 1 draft, 1 ')
    assert.include(preview.text, 'In the sandbox: 1 ')
    const wrong = await olga.post(path, { heir: 'nobody@else.test' })
    assert.equal(wrong.status, 422)
    assert.isFalse(await isRemoved(leaver))
    await olga.post(path, { heir: heir.user!.email })
    assert.isTrue(await isRemoved(leaver))
    for (const page of [
      `/documents/${sent.id}`,
      `/documents/${draft.id}`,
      `/test/documents/${tried.id}`,
    ])
      assert.equal((await heir.get(page)).status, 200, page)
    assert.equal((await heir.post(`/documents/${draft.id}/send`)).status, 303)
    const [, entry] = await inLive(acme, () => SecurityTrail.read({ limit: 2 }))
    assert.equal(entry.action, 'documents.handed_over')
    assert.equal(entry.body.details.documents, 2)
    assert.notInclude((await olga.get('/settings/members')).text, leaver.user!.email)
  })

  test('does not happen where the removal is refused', async ({ assert }) => {
    const { id } = await documentOf(olga)
    const path = `/settings/members/${olga.user!.id}/remove`
    await olga.post(path, { heir: heir.user!.email })
    assert.isFalse(await isRemoved(olga), 'the last owner stays')
    assert.equal((await heir.get(`/documents/${id}`)).status, 404)
  })

  test('can wait: owners see what a removed member left, and hand it over later', async ({
    assert,
  }) => {
    const leaver = await Visitor.as(acme, 'member')
    const { id } = await documentOf(leaver)
    const member = `/settings/members/${leaver.user!.id}`
    await olga.post(`${member}/remove`)
    assert.equal((await olga.get(`/documents/${id}`)).status, 200)
    assert.include((await olga.get('/settings/members')).text, `${member}/documents`)
    for (const refused of ['', 'nobody', leaver.user!.email])
      assert.equal((await olga.post(`${member}/documents`, { heir: refused })).status, 422, refused)
    const viewer = await Visitor.as(acme, 'viewer')
    const idle = await olga.post(`${member}/documents`, { heir: viewer.user!.email })
    assert.equal(idle.status, 422)
    for (let twice = 0; twice < 2; twice++)
      await olga.post(`${member}/documents`, { heir: heir.user!.email })
    assert.equal((await heir.get(`/documents/${id}`)).status, 200)
    assert.notInclude((await olga.get('/settings/members')).text, `${member}/documents`)
  })

  test('ends what was shared with a member, and their teams, for one who comes back as well', async ({
    assert,
  }) => {
    const leaver = await Visitor.as(acme, 'member')
    const shared = { live: await documentOf(heir), test: await documentOf(heir, 'test') }
    const ofTeam = await documentOf(heir)
    const share = { recipient: leaver.user!.email, access: 'manage' }
    await heir.post(`/documents/${shared.live.id}/sharing`, share)
    await heir.post(`/test/documents/${shared.test.id}/sharing`, share)
    await inLive(acme, async () => {
      const teamwork = new Teamwork(BY)
      await teamwork.add(await teamwork.create('Returning'), leaver.user!)
    })
    await heir.post(`/documents/${ofTeam.id}/sharing`, { recipient: 'Returning', access: 'read' })
    assert.equal((await leaver.get(`/documents/${ofTeam.id}`)).status, 200)
    await olga.post(`/settings/members/${leaver.user!.id}/remove`)
    await inLive(acme, async () => {
      const user = await User.findOrFail(leaver.user!.id)
      await user.merge({ removedAt: null, disabledAt: null }).save()
    })
    const back = await sessionOf(leaver)
    for (const path of [
      `/documents/${shared.live.id}`,
      `/test/documents/${shared.test.id}`,
      `/documents/${ofTeam.id}`,
    ])
      assert.equal((await back.get(path)).status, 404, path)
  })

  test('needs somebody who gets the documents of a team that is deleted, and nobody for a team without', async ({
    assert,
  }) => {
    const mia = await Visitor.as(acme, 'member')
    const make = (name: string) =>
      inLive(acme, async () => {
        const teamwork = new Teamwork(BY)
        const id = await teamwork.create(name)
        await teamwork.add(id, mia.user!)
        return id
      })
    const [full, empty] = [await make('Full'), await make('Empty')]
    const { id } = await documentOf(mia)
    await mia.post(`/documents/${id}/holder`, { holder: 'Full' })
    const refused = await olga.post(`/settings/teams/${full}/delete`)
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Say who gets the documents of this team.')
    await olga.post(`/settings/teams/${full}/delete`, { heir: 'empty' })
    assert.equal((await mia.get(`/documents/${id}`)).status, 200)
    await olga.post(`/settings/teams/${empty}/delete`, { heir: heir.user!.email })
    assert.equal((await mia.get(`/documents/${id}`)).status, 404)
    assert.equal((await heir.get(`/documents/${id}`)).status, 200)
    const none = await make('None')
    await olga.post(`/settings/teams/${none}/delete`)
    assert.equal((await olga.get(`/settings/teams/${none}`)).status, 404)
  })

  test('of a member is an owner’s or admin’s, and of this tenant’s members alone', async ({
    assert,
  }) => {
    const path = `/settings/members/${heir.user!.id}/documents`
    const member = await Visitor.as(acme, 'member')
    assert.equal((await member.get(path)).status, 403)
    assert.equal((await member.post(path, { heir: member.user!.email })).status, 403)
    const other = await Visitor.as(await makeTenant({ plan: 'enterprise' }))
    assert.equal((await other.get(path)).status, 404)
    assert.equal((await other.post(path, { heir: other.user!.email })).status, 404)
  })
})

/** The same person in a new browser. */
async function sessionOf({ tenant, user }: Visitor): Promise<Visitor> {
  const visitor = new Visitor(tenant, user)
  const { token } = await inLive(tenant, () => openSession(user!))
  visitor.cookies.set('session', token.release())
  return visitor
}
