import { test } from '@japa/runner'
import { Membership } from '#app/identity/users/membership'
import { newId } from '#app/foundation/identifier'
import { Teamwork } from '#app/identity/teams/teamwork'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

const WAITING = '?status=pending&order=expiring'

test.group('Dashboard | saved views', (group) => {
  let acme: Tenant
  let olga: Visitor
  let mia: Visitor
  let sales: string

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    mia = await Visitor.as(acme, 'member')
    sales = await inLive(acme, async () => {
      const id = await new Teamwork(OLGA).create('Sales')
      await new Teamwork(OLGA).add(id, mia.user!)
      return id
    })
  })

  const save = (visitor: Visitor, values: Record<string, string> = {}) =>
    visitor.post('/views', { name: 'Waiting', query: WAITING, ...values })
  const idOf = async (visitor: Visitor) =>
    /action="\/views\/(viw_\w+)"/.exec((await visitor.get('/views')).text)?.[1] ?? ''
  /** What there are, and which is open. */
  const tabsOf = async (visitor: Visitor, path = '/documents') => {
    const { text } = await visitor.get(path)
    const tabs = [...text.matchAll(/<a class="tab" href="([^"]*)" ([^>]*)><bdi>([^<]*)/g)]
    return tabs.map(([, href, open, name]) => ({
      ...{ name, href: href.replaceAll('&amp;', '&'), isOpen: open.includes('aria-current') },
    }))
  }
  const narrowed = async (visitor: Visitor) => {
    await inLive(acme, async () => {
      const { makeDocument } = await import('#tests/factories/document_factory')
      const { id, name } = visitor.user!
      await makeDocument({ by: { type: 'user', id, name } })
    })
  }

  test('are saved once from the list, and are tabs that lead to what they ask for', async ({
    assert,
  }) => {
    await narrowed(mia)
    assert.include((await mia.get(`/documents${WAITING}`)).text, `href="/views/new?status=pending`)
    const form = await mia.get(`/views/new${WAITING}`)
    assert.include(form.text, 'The list with: pending, expiring soonest.')
    const [, once = ''] = /name="once" value="([\w-]+)"/.exec(form.text) ?? []
    for (let time = 0; time < 2; time++) {
      const saved = await save(mia, { once })
      assert.equal(saved.status, 303)
      assert.equal(saved.headers.location, `/documents${WAITING}`)
    }
    assert.deepEqual(await tabsOf(mia, `/documents${WAITING}`), [
      { name: 'All documents', href: '/documents', isOpen: false },
      { name: 'Waiting', href: `/documents${WAITING}`, isOpen: true },
    ])
    assert.isFalse((await tabsOf(mia, '/documents?status=pending')).some(({ isOpen }) => isOpen))
  })

  test('keep of an address what the list knows, and are read anew when they are opened', async ({
    assert,
  }) => {
    await narrowed(mia)
    const odd = `${WAITING}&after=1.doc&evil=<b>&from=2026-99-99&label=lbl_x`
    await save(mia, { query: odd })
    assert.equal((await tabsOf(mia))[1].href, `/documents${WAITING}`)
    await inLive(acme, () =>
      CurrentTenant.batch([{ text: "update saved_views set query = 'status=gone&order=title'" }])
    )
    assert.equal((await tabsOf(mia))[1].href, '/documents?order=title')
    const empty = await save(mia, { name: 'Nothing', query: '?evil=1' })
    assert.equal(empty.status, 422)
    assert.include(empty.text, 'Narrow the list or choose an order first.')
  })

  test('are renamed and deleted by those whose they are', async ({ assert }) => {
    await narrowed(mia)
    await save(mia)
    const id = await idOf(mia)
    await mia.post(`/views/${id}`, { name: 'Late', shared: '' })
    assert.equal((await tabsOf(mia))[1].name, 'Late')
    await save(mia, { name: 'Other' })
    const same = await mia.post(`/views/${id}`, { name: 'OTHER', shared: '' })
    assert.equal(same.status, 422)
    assert.include(same.text, 'Another saved view has this name.')
    for (const name of ['', 'x'.repeat(61), 'two\nlines'])
      assert.equal((await save(mia, { name })).status, 422, name)
    for (const visitor of [olga, await Visitor.as(acme, 'viewer')]) {
      const values = { name: 'Mine', shared: '' }
      assert.equal((await visitor.post(`/views/${id}`, values)).status, 404)
      assert.equal((await visitor.post(`/views/${id}/delete`)).status, 404)
    }
    await mia.post(`/views/${id}/delete`)
    assert.deepEqual(
      (await tabsOf(mia)).map(({ name }) => name),
      ['All documents', 'Other']
    )
  })

  test('are shared with a team by its members, with everybody by those who see everything', async ({
    assert,
  }) => {
    const [tom, viewer] = [await Visitor.as(acme, 'member'), await Visitor.as(acme, 'viewer')]
    await inLive(acme, () => new Teamwork(OLGA).add(sales, viewer.user!))
    assert.equal((await save(mia, { shared: 'everybody' })).status, 422)
    assert.equal((await save(tom, { shared: sales })).status, 422)
    assert.equal((await save(viewer, { shared: sales })).status, 422)
    assert.equal((await save(mia, { shared: newId('tea') })).status, 422)
    assert.equal((await save(mia, { shared: sales })).status, 303)
    await save(olga, { name: 'All of us', shared: 'everybody' })
    const namesOf = async (visitor: Visitor) => {
      const { text } = await visitor.get('/views')
      return [...text.matchAll(/<bdi><a href="[^"]*">([^<]*)/g)].map(([, name]) => name)
    }
    assert.deepEqual(await namesOf(viewer), ['All of us', 'Waiting'])
    assert.deepEqual(await namesOf(tom), ['All of us'])
    const id = await idOf(mia)
    assert.equal((await viewer.post(`/views/${id}/delete`)).status, 404)
    const kept = await mia.post(`/views/${id}`, { name: 'Waiting for us', shared: sales })
    assert.equal(kept.status, 303)
  })

  test('end with the member, unless they were shared', async ({ assert }) => {
    await save(mia)
    await save(mia, { name: 'Ours', shared: sales })
    await inLive(acme, () => new Membership(mia.user!, OLGA, 'owner').remove({ revokeKeys: false }))
    const [left] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: 'select name from saved_views' }])
    )
    assert.deepEqual(
      left.map(({ name }) => name),
      ['Ours']
    )
  })

  test('are the environment’s and the tenant’s alone', async ({ assert }) => {
    await save(olga, { shared: 'everybody' })
    const id = await idOf(olga)
    assert.include((await olga.get('/test/views')).text, 'No saved views yet')
    assert.equal((await olga.post(`/test/views/${id}/delete`)).status, 404)
    const globex = await Visitor.as(await makeTenant())
    assert.include((await globex.get('/views')).text, 'No saved views yet')
    assert.equal((await globex.post(`/views/${id}`, { name: 'X', shared: '' })).status, 404)
  })
})
