import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { Signing } from '#app/signing/signing'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, newDocument, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }
const CEM = { name: 'Cem Deputy', email: 'cem@example.test' }
const CHECKED = /name="allowDelegation" value="yes" checked/
const SAYS = 'Signers may hand signing over to somebody else</dd>'

test.group('Dashboard | handing signing over', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const load = (path: string) =>
    inLive(acme, async () => (await Document.whole(path.split('/').at(-1)!)) as Document)
  const made = async (more: Record<string, string> = {}) =>
    String((await olga.upload('/documents', await newDocument(more))).headers.location)

  test('is allowed by a box in the form, which is not ticked by itself', async ({ assert }) => {
    const form = await olga.get('/documents/new')
    assert.include(form.text, 'name="allowDelegation"')
    assert.notMatch(form.text, CHECKED)
    const plain = await made()
    assert.isFalse((await load(plain)).allowsDelegation)
    assert.notInclude((await olga.get(plain)).text, SAYS)
    const path = await made({ allowDelegation: 'yes', send: 'no' })
    assert.isTrue((await load(path)).allowsDelegation)
    assert.include((await olga.get(path)).text, SAYS)
    assert.match((await olga.get(`${path}/edit`)).text, CHECKED)
  })

  test('is taken back in a draft, and comes again with an earlier state', async ({ assert }) => {
    const path = await made({ allowDelegation: 'yes', send: 'no' })
    const before = await load(path)
    const id = before.id
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    await inLive(acme, () => Document.reference(id).revise({ allowDelegation: false }, by))
    const states = await olga.get(`${path}/states`)
    assert.isFalse((await load(path)).allowsDelegation)
    const number = /name="number" value="(\d+)"/.exec(states.text)![1]
    const version = /name="version" value="(\w+)"/.exec((await olga.get(`${path}/edit`)).text)![1]
    await inLive(acme, () => Document.reference(id).goBack(Number(number), by, version))
    assert.isTrue((await load(path)).allowsDelegation)
  })

  test('is part of a template, and of the documents made of it', async ({ assert }) => {
    const body = await newDocument({ allowDelegation: 'yes' })
    const path = String((await olga.upload('/templates', body)).headers.location)
    assert.include((await olga.get(path)).text, SAYS)
    assert.match((await olga.get(`${path}/edit`)).text, CHECKED)
  })

  test('shows on the document’s page and in its trail', async ({ assert }) => {
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    const { id, signers } = await inLive(acme, () =>
      makeDocument({ by, signers: [ANA, BEN], allowDelegation: true })
    )
    const handing = { to: CEM, reason: 'He decides' }
    await doWork(acme, 'mail.invite')
    await inLive(acme, () => new Signing(id, signers[0].id, CLIENT).delegate(handing))
    await doWork(acme, 'mail.invite')
    const { text } = await olga.get(`/documents/${id}`)
    assert.include(text, 'invited Ana Buyer')
    assert.include(text, 'invited Cem Deputy')
    assert.include(text, `Named by <bdi>${ANA.name}</bdi> (${ANA.email})`)
    assert.include(text, 'handed signing over to Cem Deputy (cem@example.test): “He decides”')
    const notices = await olga.get('/notices')
    assert.include(notices.text, 'Ana Buyer handed signing over')
    assert.include(notices.text, CEM.email)
  })
})
