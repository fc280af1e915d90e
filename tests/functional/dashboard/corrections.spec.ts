import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const wordsOf = (html: string) => html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')

test.group('Dashboard | correction of a signer', (group) => {
  let tenant: Tenant
  let owner: Visitor
  let document: Document
  let path: string

  group.each.setup(async () => {
    tenant = await makeTenant()
    owner = await Visitor.as(tenant)
    const { id } = await ownerOf(tenant)
    document = await inLive(tenant, () => makeDocument({ by: { ...OLGA, id } }))
    path = `/documents/${document.id}/signers/${document.signers[0].id}`
  })

  const found = () => inLive(tenant, () => Document.whole(document.id))

  test('is offered on the document’s page, and filled with what is there', async ({ assert }) => {
    assert.include((await owner.get(`/documents/${document.id}`)).text, `${path}/edit`)
    const { status, text } = await owner.get(`${path}/edit`)
    assert.equal(status, 200)
    assert.include(text, `value="${ANA.email}"`)
  })

  test('changes the signer, and says what follows', async ({ assert }) => {
    const answer = await owner.post(path, { name: 'Anna', email: 'anna@example.test' })
    assert.equal(answer.status, 303)
    const { text } = await owner.followed(answer)
    assert.include(text, 'an invitation is on its way to the new address')
    assert.include(text, 'anna@example.test')
    assert.equal((await found())!.signers[0].name, 'Anna')
  })

  test('leaves in the trail who was asked before it, also on the page with older entries', async ({
    assert,
  }) => {
    await doWork(tenant, 'mail.invite')
    const at = (await found())!.chainSequence + 1
    await owner.post(path, { name: 'Eve Heir', email: 'eve@example.test' })
    await doWork(tenant, 'mail.invite')
    const trail = async (query = '') =>
      wordsOf((await owner.get(`/documents/${document.id}${query}`)).text.split('id="trail"')[1])
    const newest = await trail()
    assert.include(newest, 'corrected Ana Buyer to Eve Heir, whose address is eve@example.test now')
    assert.include(newest, 'invited Eve Heir')
    assert.include(newest, 'invited Ana Buyer')
    const older = await trail(`?before=${at}`)
    assert.include(older, 'invited Ana Buyer')
    assert.notInclude(older, 'Eve Heir')
  })

  test('leaves nobody’s name in the trail who was erased since', async ({ assert }) => {
    await doWork(tenant, 'mail.invite')
    await owner.post(path, { name: 'Eve Heir', email: 'eve@example.test' })
    const { id } = document
    await inLive(tenant, () => Document.reference(id).erasePerson(ANA.email, OLGA))
    const words = wordsOf((await owner.get(`/documents/${id}`)).text.split('id="trail"')[1])
    assert.include(words, 'invited somebody')
    assert.include(words, 'corrected somebody to Eve Heir')
    assert.notInclude(words, ANA.name)
  })

  test('keeps what was typed where it is refused, and says why at the field', async ({
    assert,
  }) => {
    for (const [values, words] of [
      [{ name: '', email: ANA.email }, 'Enter a name.'],
      [{ name: 'Anna', email: 'anna' }, 'Enter an email address'],
      [{ name: 'Ann\u202ea', email: ANA.email }, 'invisible control characters'],
      [{ name: '\u200b', email: ANA.email }, 'This has no visible characters'],
      [{ name: '𓀀', email: ANA.email }, 'The sealed PDF cannot show 𓀀'],
      [{ name: 'Anna', email: BEN.email }, 'only when each has a key'],
    ] as const) {
      const { status, text } = await owner.post(path, values)
      assert.equal(status, 422)
      assert.include(text, words)
      assert.include(text, `value="${values.email}"`)
    }
    assert.equal((await found())!.signers[0].email, ANA.email)
  })

  test('of one who has signed meanwhile is told, and changes nothing', async ({ assert }) => {
    await inLive(tenant, () => document.void({ by: OLGA }))
    const { text } = await owner.followed(
      await owner.post(path, { name: 'Anna', email: 'anna@example.test' })
    )
    assert.include(text, 'Nobody can sign this document any more')
    assert.include((await owner.get(`${path}/edit`)).text, 'so there is nothing to correct')
    assert.equal((await found())!.signers[0].email, ANA.email)
  })

  test('is not for viewers, other people’s documents or other tenants', async ({ assert }) => {
    const values = { name: 'Eve', email: 'eve@example.test' }
    const viewer = await Visitor.as(tenant, 'viewer')
    const member = await Visitor.as(tenant, 'member')
    const stranger = await Visitor.as(await makeTenant())
    for (const visitor of [viewer, member, stranger]) {
      assert.include([403, 404], (await visitor.get(`${path}/edit`)).status)
      assert.include([403, 404], (await visitor.post(path, values)).status)
    }
    const other = await inLive(tenant, () => makeDocument())
    const crossed = `/documents/${document.id}/signers/${other.signers[0].id}`
    assert.equal((await owner.post(crossed, values)).status, 404)
    assert.equal((await found())!.signers[0].email, ANA.email)
  })
})
