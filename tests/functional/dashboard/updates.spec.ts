import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { updateStreams } from '#app/dashboard/updates/update_streams'
import type Tenant from '#app/tenants/tenant'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { UpdateListener } from '#tests/support/update_listener'

test.group('Dashboard | updates', (group) => {
  let acme: Tenant
  let globex: Tenant
  let olga: Visitor
  const open: UpdateListener[] = []

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant()
    olga = await Visitor.as(acme)
  })
  group.each.teardown(() => {
    for (const listener of open.splice(0)) listener.close()
  })

  const listen = async (visitor: Visitor, path?: string) => {
    const listener = await UpdateListener.open(visitor, path)
    open.push(listener)
    return listener
  }
  const make = async (tenant = acme, environment: 'live' | 'test' = 'live') => {
    const by = { type: 'user' as const, id: (await ownerOf(tenant)).id, name: 'Olga Owner' }
    return CurrentTenant.run({ tenant: tenant.ref, environment }, () => makeDocument({ by }))
  }
  const change = (tenant: Tenant, { id }: Document) =>
    inLive(tenant, () => Document.reference(id).recordDownload('original', OLGA))

  test('say which document changed, once it is committed', async ({ assert }) => {
    const listener = await listen(olga)
    const document = await make()
    await listener.hears(document.id)
    assert.match(
      listener.text,
      new RegExp(`event: update\\ndata: \\{"documents":\\["${document.id}"\\]\\}\\n\\n`)
    )
    assert.notInclude(listener.text, document.title)
  })

  test('reach nobody of another tenant, environment or role', async ({ assert }) => {
    const others = await Promise.all([
      Visitor.as(globex).then((gina) => listen(gina)),
      listen(olga, '/test/updates'),
      Visitor.as(acme, 'member').then((ines) => listen(ines)),
      Visitor.as(acme, 'viewer').then((vera) => listen(vera)),
    ])
    const listener = await listen(olga)
    const document = await make()
    await listener.hears(document.id)
    // what each of them may hear comes after, on the same way
    const theirs = [await make(globex), await make(acme, 'test')]
    for (const [place, { id }] of theirs.entries()) await others[place].hears(id)
    await change(acme, document)
    const later = await make()
    await listener.hears(later.id)
    for (const { text } of others) assert.notInclude(text, document.id)
    for (const { text } of others.slice(2)) assert.notInclude(text, 'event: update')
    // an EventSource that gets no content stops asking
    assert.equal((await listen(new Visitor(acme))).status, 204)
    assert.equal((await listen(olga.at(globex))).status, 204)
  })

  test('reach those with whom it is shared, for as long as it is', async ({ assert }) => {
    const vera = await Visitor.as(acme, 'viewer')
    const document = await make()
    const hers = await listen(vera)
    const grantee = vera.user!.id
    await olga.post(`/documents/${document.id}/sharing`, {
      recipient: vera.user!.email,
      access: 'read',
    })
    await change(acme, document)
    await hers.hears(document.id)
    await olga.post(`/documents/${document.id}/sharing/${grantee}/remove`)
    const { length } = hers.text
    const owners = await listen(olga)
    await change(acme, document)
    await owners.hears(document.id)
    assert.notInclude(hers.text.slice(length), document.id)
  })

  test('end with the log-in, the role and the place in a team', async ({ assert }) => {
    const ends: ((visitor: Visitor) => Promise<unknown>)[] = [
      (visitor) => visitor.post('/logout'),
      ({ user }) => olga.post(`/settings/members/${user!.id}/role`, { role: 'viewer' }),
      ({ user }) => olga.post(`/settings/members/${user!.id}/disable`),
    ]
    for (const [place, end] of ends.entries()) {
      const ines = await Visitor.as(acme, 'member')
      const listener = await listen(ines)
      await updateStreams.check()
      assert.isFalse(listener.isOver)
      await end(ines)
      await updateStreams.check()
      await listener.ends()
      assert.isTrue(listener.isOver, String(place))
    }
  })

  test('are given to so many pages of one person', async ({ assert }) => {
    const ines = await Visitor.as(acme, 'member')
    const statuses: number[] = []
    for (let page = 0; page < 13; page++) statuses.push((await listen(ines)).status)
    assert.deepEqual([...new Set(statuses.slice(0, 12))], [200])
    assert.equal(statuses[12], 503)
    assert.equal((await listen(olga)).status, 200)
  })
})
