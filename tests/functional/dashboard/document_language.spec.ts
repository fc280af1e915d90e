import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, newDocument, ownerOf, Visitor } from '#tests/support/dashboard_visitor'

const CHOSEN = /<option value="ja" lang="ja" selected>日本語/
const SAYS = '<dt>Certificate in</dt><dd>日本語</dd>'

test.group('Dashboard | the language of a document', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const load = (path: string) =>
    inLive(acme, async () => (await Document.whole(path.split('/').at(-1)!)) as Document)

  test('is chosen in the form, changed in a draft, and comes again with an earlier state', async ({
    assert,
  }) => {
    const form = await olga.get('/documents/new')
    assert.include(form.text, '<option value="">As your brand (English)</option>')
    assert.notMatch(form.text, CHOSEN)
    const body = await newDocument({ language: 'ja', send: 'no' })
    const path = String((await olga.upload('/documents', body)).headers.location)
    const before = await load(path)
    assert.equal(before.language, 'ja')
    assert.include((await olga.get(path)).text, SAYS)
    assert.match((await olga.get(`${path}/edit`)).text, CHOSEN)

    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    await inLive(acme, () => Document.reference(before.id).revise({ language: null }, by))
    assert.isNull((await load(path)).language)
    assert.notInclude((await olga.get(path)).text, SAYS)
    const states = await olga.get(`${path}/states`)
    const number = /name="number" value="(\d+)"/.exec(states.text)![1]
    const version = /name="version" value="(\w+)"/.exec((await olga.get(`${path}/edit`)).text)![1]
    await inLive(acme, () => Document.reference(before.id).goBack(Number(number), by, version))
    assert.equal((await load(path)).language, 'ja')
  })

  test('is part of a template, and nothing that nobody has', async ({ assert }) => {
    const body = await newDocument({ language: 'ja' })
    const path = String((await olga.upload('/templates', body)).headers.location)
    assert.include((await olga.get(path)).text, SAYS)
    assert.match((await olga.get(`${path}/edit`)).text, CHOSEN)
    const odd = await newDocument({ language: 'xx', send: 'no' })
    const made = String((await olga.upload('/documents', odd)).headers.location)
    assert.isNull((await load(made)).language)
  })
})
