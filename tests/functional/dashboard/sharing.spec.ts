import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import Mail from '#app/notifications/mail'
import { Teamwork } from '#app/identity/teams/teamwork'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const BY = { type: 'user', id: 'usr_by', name: 'By' } as const

test.group('Sharing', (group) => {
  let acme: Tenant
  let mia: Visitor
  let viewer: Visitor
  let stranger: Visitor

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
    mia = await Visitor.as(acme, 'member')
    viewer = await Visitor.as(acme, 'viewer')
    stranger = await Visitor.as(acme, 'member')
  })

  const documentOfMia = (environment: 'live' | 'test' = 'live') =>
    CurrentTenant.run({ tenant: acme.ref, environment }, () => {
      const { id, name } = mia.user!
      return makeDocument({ signers: [ANA], by: { type: 'user', id, name } })
    })

  for (const environment of ['live', 'test'] as const)
    test(`lets a viewer look in ${environment}, and nothing else, until it ends`, async ({
      assert,
    }) => {
      const { id, signers } = await documentOfMia(environment)
      const base = environment === 'test' ? '/test' : ''
      const path = `${base}/documents/${id}`
      assert.equal((await viewer.get(path)).status, 404)
      const shared = await mia.post(`${path}/sharing`, {
        recipient: viewer.user!.email,
        access: 'read',
      })
      assert.equal(shared.headers.location, `${path}/sharing`)
      const page = await viewer.get(path)
      assert.equal(page.status, 200)
      assert.include(page.text, 'shared with you to read')
      assert.notInclude(page.text, `${path}/void`)
      assert.include((await viewer.get(`${base}/documents`)).text, path)
      assert.equal((await viewer.get(`${path}/original`)).status, 200)
      for (const [form, values] of [
        ['/reminders', {}],
        ['/void', { reason: 'No' }],
        [`/signers/${signers[0].id}/link`, {}],
        ['/sharing', { recipient: stranger.user!.email, access: 'read' }],
        ['/holder', { holder: viewer.user!.email }],
        ['/erase', { confirmation: 'erase' }],
      ] as const)
        assert.equal((await viewer.post(`${path}${form}`, values)).status, 403, form)
      assert.include((await mia.get(path)).text, viewer.user!.name)
      await mia.post(`${path}/sharing/${viewer.user!.id}/remove`)
      assert.equal((await viewer.get(path)).status, 404)
      assert.notInclude((await viewer.get(`${base}/documents`)).text, path)
    })

  test('to manage lets a colleague send and void, but not share or move', async ({ assert }) => {
    const path = `/documents/${(await documentOfMia()).id}`
    await mia.post(`${path}/sharing`, { recipient: stranger.user!.email, access: 'read' })
    assert.equal((await stranger.post(`${path}/void`, { reason: 'No' })).status, 403)
    assert.notInclude((await stranger.get(path)).text, `${path}/void`)
    await mia.post(`${path}/sharing`, { recipient: stranger.user!.email, access: 'manage' })
    assert.include((await stranger.get(path)).text, `${path}/void`)
    assert.notInclude((await stranger.get(path)).text, `${path}/sharing`)
    assert.equal((await stranger.get(`${path}/sharing`)).status, 403)
    assert.equal((await stranger.post(`${path}/void`, { reason: 'No' })).status, 303)
    assert.include((await mia.get(path)).text, 'Voided')
  })

  test('with a team reaches its members, and nobody who is not in it', async ({ assert }) => {
    const team = await inLive(acme, async () => {
      const teamwork = new Teamwork(BY)
      const id = await teamwork.create('Readers')
      await teamwork.add(id, viewer.user!)
      return id
    })
    const path = `/documents/${(await documentOfMia()).id}`
    await mia.post(`${path}/sharing`, { recipient: 'readers', access: 'manage' })
    assert.equal((await viewer.get(path)).status, 200)
    assert.equal((await stranger.get(path)).status, 404)
    assert.equal((await viewer.post(`${path}/void`, { reason: 'No' })).status, 403)
    await inLive(acme, () => new Teamwork(BY).remove(team))
    assert.equal((await viewer.get(path)).status, 404)
  })

  test('tells those whom it reaches anew, where the form asks for it, and never who shared it', async ({
    assert,
  }) => {
    const fellow = await Visitor.as(acme, 'member')
    await inLive(acme, async () => {
      const teamwork = new Teamwork(BY)
      const id = await teamwork.create('Sales')
      for (const { user } of [mia, viewer, fellow]) await teamwork.add(id, user!)
    })
    const { id } = await documentOfMia()
    const path = `/documents/${id}`
    const people = async (kind: string) =>
      (await inLive(acme, () => Notice.query().where('kind', kind)))
        .filter(({ details }) => details.documentId === id)
        .map(({ userId }) => userId)
    const share = { recipient: 'Sales', access: 'read' }
    await mia.post(`${path}/sharing`, { ...share, recipient: stranger.user!.email })
    assert.isEmpty(await people('document.shared'))
    for (const access of ['read', 'read', 'manage'])
      await mia.post(`${path}/sharing`, { ...share, access, tell: '1' })
    assert.sameMembers(await people('document.shared'), [viewer.user!.id, fellow.user!.id])
    await mia.post(`${path}/holder`, { holder: fellow.user!.email, tell: '1' })
    assert.deepEqual(await people('document.moved'), [fellow.user!.id])
    const notices = (await fellow.get('/notices')).text
    for (const said of [
      'shared “Contract of sale” with you',
      'with your team',
      'gave you “Contract of sale”',
    ])
      assert.include(notices, said)
    await doWork(acme, 'mail.notice')
    const mails = await inLive(acme, () => Mail.query().where('user_id', viewer.user!.id))
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      [`${mia.user!.name} shared “Contract of sale” with you`]
    )
  })

  test('is told to nobody who sees it no longer, and in the sandbox to nobody', async ({
    assert,
  }) => {
    const { id } = await documentOfMia()
    const share = { recipient: viewer.user!.email, access: 'read', tell: '1' }
    await mia.post(`/documents/${id}/sharing`, share)
    await mia.post(`/documents/${id}/sharing/${viewer.user!.id}/remove`)
    const notices = (await viewer.get('/notices')).text
    assert.notInclude(notices, id)
    const sandboxed = await documentOfMia('test')
    const shared = await mia.post(`/test/documents/${sandboxed.id}/sharing`, share)
    assert.equal(shared.status, 303)
    assert.equal((await viewer.get(`/test/documents/${sandboxed.id}`)).status, 200)
    assert.notInclude((await viewer.get('/notices')).text, sandboxed.id)
  })

  test('leaves an entry in the security trail for each change, and none for a repeated one', async ({
    assert,
  }) => {
    const { id } = await documentOfMia()
    const path = `/documents/${id}`
    const share = { recipient: viewer.user!.email, access: 'read' }
    for (let twice = 0; twice < 2; twice++) await mia.post(`${path}/sharing`, share)
    for (let twice = 0; twice < 2; twice++)
      await mia.post(`${path}/sharing/${viewer.user!.id}/remove`)
    const entries = await inLive(acme, () => SecurityTrail.read())
    const ofIt = entries.filter(({ body }) => body.details.document === id)
    assert.deepEqual(
      ofIt.map(({ action }) => action),
      ['document.unshared', 'document.shared']
    )
  })

  test('moves a document to a colleague, from whom on it is theirs alone', async ({ assert }) => {
    const path = `/documents/${(await documentOfMia()).id}`
    assert.equal((await mia.post(`${path}/holder`, { holder: viewer.user!.email })).status, 303)
    assert.equal((await mia.get(path)).status, 200, 'a viewer can hold none')
    const form = { holder: stranger.user!.email, once: 'a-double-click-on-the-move' }
    for (let twice = 0; twice < 2; twice++) {
      const moved = await mia.post(`${path}/holder`, form)
      assert.equal(moved.headers.location, '/documents')
    }
    assert.equal((await mia.get(path)).status, 404)
    assert.equal((await stranger.get(path)).status, 200)
    await stranger.post(`${path}/holder`, { holder: mia.user!.email })
    assert.equal((await mia.get(path)).status, 200)
    assert.equal((await stranger.get(path)).status, 404)
  })

  test('refuses who is not here, an access there is none of, and ids that are none', async ({
    assert,
  }) => {
    const other = await makeTenant({ plan: 'enterprise' })
    const outsider = await Visitor.as(other, 'member')
    const path = `/documents/${(await documentOfMia()).id}`
    for (const recipient of [outsider.user!.email, '', 'nobody', mia.user!.id])
      assert.equal((await mia.post(`${path}/sharing`, { recipient, access: 'read' })).status, 422)
    const owning = { recipient: viewer.user!.email, access: 'hold' }
    assert.equal((await mia.post(`${path}/sharing`, owning)).status, 422)
    assert.equal((await mia.post(`${path}/holder`, { holder: 'nobody' })).status, 422)
    for (const grantee of ['nobody', 'doc_x', `${viewer.user!.id}x`])
      assert.equal((await mia.post(`${path}/sharing/${grantee}/remove`)).status, 404)
    for (const page of ['/sharing', '']) {
      assert.equal((await outsider.get(`${path}${page}`)).status, 404)
      assert.equal((await stranger.get(`${path}${page}`)).status, 404)
      assert.equal((await mia.get(`/test${path}${page}`)).status, 404)
    }
    assert.equal((await stranger.post(`${path}/holder`, { holder: 'x' })).status, 404)
    assert.equal((await stranger.post(`${path}/sharing/${viewer.user!.id}/remove`)).status, 404)
  })
})
