import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { Labels } from '#app/documents/labels/labels'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

test.group('Dashboard | labels', (group) => {
  let acme: Tenant
  let olga: Visitor
  let mia: Visitor

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    mia = await Visitor.as(acme, 'member')
  })

  const label = (name: string) => inLive(acme, () => Labels.create({ name, color: 'blue' }, OLGA))
  const made = (by: Visitor, title: string) =>
    inLive(acme, () => {
      const { id, name } = by.user!
      return makeDocument({ title, signers: [ANA], by: { type: 'user', id, name } })
    })
  const namesOf = ({ id }: Document) =>
    inLive(acme, async () => (await Document.whole(id))!.labels.map(({ name }) => name))
  const onceIn = (text: string, form: string) =>
    new RegExp(`id="${form}".*?name="once" value="([\\w-]+)"`, 's').exec(text)?.[1] ?? ''

  test('are made once, renamed, given another colour, and deleted', async ({ assert }) => {
    const once = onceIn((await olga.get('/labels')).text, 'new-label')
    for (let time = 0; time < 2; time++) {
      const answer = await olga.post('/labels', { once, name: 'Sales', color: 'green' })
      assert.equal(answer.status, 303)
    }
    const page = await olga.get('/labels')
    const [, id] = /action="\/labels\/(lbl_\w+)"/.exec(page.text) ?? []
    assert.include(page.text, 'One label')
    assert.match(page.text, /data-color="green"><bdi>Sales/)
    await olga.post(`/labels/${id}`, { name: 'Selling', color: 'no colour' })
    assert.match((await olga.get('/labels')).text, /data-color="grey"><bdi>Selling/)
    const document = await made(mia, 'Lease')
    await inLive(acme, () => document.relabel({ add: [id] }))
    assert.include((await olga.get(`/labels/${id}/delete`)).text, 'One document loses it')
    await olga.post(`/labels/${id}/delete`)
    assert.include((await olga.get('/labels')).text, 'No labels yet')
    assert.deepEqual(await namesOf(document), [])
    assert.equal((await olga.post(`/labels/${id}/delete`)).status, 404)
  })

  test('have a name that no other has, said at the form with what was typed', async ({
    assert,
  }) => {
    const id = await label('Sales')
    await label('Rent')
    const same = await olga.post('/labels', { name: 'SALES', color: 'red' })
    assert.equal(same.status, 422)
    assert.include(same.text, 'Another label has this name.')
    assert.include(same.text, 'value="SALES"')
    assert.equal((await olga.post(`/labels/${id}`, { name: 'rent', color: 'red' })).status, 422)
    for (const name of ['', 'x'.repeat(41), 'two\nlines'])
      assert.equal((await olga.post('/labels', { name, color: 'red' })).status, 422, name)
  })

  test('are made by those alone who see everybody’s documents', async ({ assert }) => {
    const id = await label('Sales')
    const values = { name: 'Mine', color: 'red' }
    for (const answer of [
      await mia.get('/labels'),
      await mia.post('/labels', values),
      await mia.post(`/labels/${id}`, values),
      await mia.post(`/labels/${id}/delete`),
    ])
      assert.equal(answer.status, 403)
    assert.notInclude((await mia.get('/documents')).text, 'href="/labels"')
  })

  test('are given to a document by those who may change it, also when it has ended', async ({
    assert,
  }) => {
    const [sales, rent] = [await label('Sales'), await label('Rent')]
    const document = await made(mia, 'Lease')
    await inLive(acme, () => document.void({ reason: 'A mistake', by: OLGA }))
    const at = `/documents/${document.id}`
    const form = await mia.get(`${at}/labels`)
    const once = onceIn(form.text, 'document-labels')
    const before = (await mia.get(at)).text.match(/class="timeline-what/g)
    await mia.post(`${at}/labels`, { once, 'labels[]': [sales, rent, 'lbl_none', newId('lbl')] })
    assert.deepEqual(await namesOf(document), ['Rent', 'Sales'])
    const page = (await mia.get(at)).text
    assert.match(page, /label-chip" data-color="blue"><bdi>Sales/)
    assert.deepEqual(page.match(/class="timeline-what/g), before)
    await mia.post(`${at}/labels`, { 'labels[]': rent })
    assert.deepEqual(await namesOf(document), ['Rent'])
    await mia.post(`${at}/labels`)
    assert.deepEqual(await namesOf(document), [])
    const [other, viewer] = [await Visitor.as(acme, 'member'), await Visitor.as(acme, 'viewer')]
    assert.equal((await other.post(`${at}/labels`, { 'labels[]': rent })).status, 404)
    assert.equal((await viewer.post(`${at}/labels`, { 'labels[]': rent })).status, 404)
    assert.deepEqual(await namesOf(document), [])
  })

  test('are given to several documents, and taken away, where somebody may', async ({ assert }) => {
    const sales = await label('Sales')
    const [one, two, olgas] = [
      await made(mia, 'One'),
      await made(mia, 'Two'),
      await made(olga, 'Of Olga'),
    ]
    const once = onceIn((await mia.get('/documents')).text, 'selected')
    const ids = [one.id, two.id, olgas.id]
    const values = { once, 'action': 'label', 'label': sales, 'ids[]': ids }
    const { text } = await mia.post('/documents/selected', values)
    assert.include(text, '2 of 3 done')
    assert.deepEqual(await namesOf(two), ['Sales'])
    assert.deepEqual(await namesOf(olgas), [])
    await mia.post('/documents/selected', { ...values, 'action': 'unlabel', 'ids[]': one.id })
    assert.deepEqual([await namesOf(one), await namesOf(two)], [[], ['Sales']])
    const without = await mia.post('/documents/selected', { ...values, label: '' })
    assert.equal(without.status, 303)
    assert.include((await mia.followed(without)).text, 'Choose a label first.')
  })

  test('that are gone by now are given to nobody, and the answer says so', async ({ assert }) => {
    const sales = await label('Sales')
    const one = await made(mia, 'One')
    const once = onceIn((await mia.get('/documents')).text, 'selected')
    await inLive(acme, () => Labels.remove(sales))
    const values = { once, 'action': 'label', 'label': sales, 'ids[]': one.id }
    const { text } = await mia.post('/documents/selected', values)
    assert.include(text, '0 of 1 done')
    assert.include(text, 'No label has this id')
    assert.notInclude(text, 'Label added.')
  })

  test('narrow the list and its CSV', async ({ assert }) => {
    const sales = await label('Sales')
    await made(olga, 'Free')
    const document = await made(olga, 'Marked')
    await inLive(acme, () => document.relabel({ add: [sales] }))
    const { text } = await olga.get(`/documents?label=${sales}`)
    assert.include(text, 'Marked</a>')
    assert.notInclude(text, 'Free</a>')
    const [head, line, ...others] = (await olga.get(`/documents/list.csv?label=${sales}`)).text
      .trim()
      .split('\r\n')
    assert.lengthOf(others, 0)
    const place = head.split(',').indexOf('labels')
    assert.equal(line.split(',')[place], 'Sales')
    const gone = await olga.get(`/documents?label=${newId('lbl')}`)
    assert.include(gone.text, 'A label that was deleted')
    assert.include(gone.text, 'Nothing found')
    assert.include((await olga.get('/documents?label=odd')).text, 'Free</a>')
  })

  test('are the environment’s and the tenant’s alone', async ({ assert }) => {
    const id = await label('Sales')
    assert.include((await olga.get('/test/labels')).text, 'No labels yet')
    assert.equal((await olga.post(`/test/labels/${id}`, { name: 'X', color: 'red' })).status, 404)
    const globex = await Visitor.as(await makeTenant())
    assert.equal((await globex.post(`/labels/${id}`, { name: 'X', color: 'red' })).status, 404)
    assert.equal((await globex.post(`/labels/${id}/delete`)).status, 404)
    assert.include((await olga.get('/labels')).text, 'Sales')
  })

  test('are gone from a document that was erased, and take none afterwards', async ({ assert }) => {
    const sales = await label('Sales')
    const document = await made(olga, 'Lease')
    await inLive(acme, async () => {
      await document.relabel({ add: [sales] })
      await document.void({ by: OLGA })
      await document.erase({ by: OLGA, reason: 'request' })
    })
    assert.deepEqual(await namesOf(document), [])
    await olga.post(`/documents/${document.id}/labels`, { 'labels[]': sales })
    assert.deepEqual(await namesOf(document), [])
  })

  test('stay when the sandbox is reset', async ({ assert }) => {
    await olga.post('/test/labels', { name: 'Trial', color: 'red' })
    const scope = { tenant: acme.ref, environment: 'test' as const }
    const labels = () =>
      CurrentTenant.run(scope, async () => {
        const [rows] = await CurrentTenant.batch([{ text: 'select name from labels' }])
        return rows.length
      })
    assert.equal(await labels(), 1)
    await olga.post('/test/reset', { confirmation: 'reset' })
    assert.equal(await labels(), 1)
  })
})
