import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { ANA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, newDocument, Visitor } from '#tests/support/dashboard_visitor'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'

const COPY = { 'signers[1][role]': 'copy' }

test.group('Dashboard | roles of signers', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
    olga = await Visitor.as(acme, 'owner')
  })

  const make = async (values: Record<string, string> = {}) => {
    const answer = await olga.upload('/documents', await newDocument({ ...COPY, ...values }))
    const path = String(answer.headers.location)
    return { path, id: path.split('/').at(-1)! }
  }
  const found = async (id: string) => (await inLive(acme, () => Document.whole(id)))!

  test('a copy is chosen in the form, and the page says what they get and counts the others', async ({
    assert,
  }) => {
    const { path, id } = await make({ 'ordered': 'yes', 'signers[1][message]': 'Read this' })
    const [ana, ben] = (await found(id)).signers
    assert.deepEqual([ana.role, ana.isOrdered], ['signer', true])
    assert.deepEqual([ben.role, ben.isOrdered, ben.message], ['copy', false, null])
    const page = (await olga.get(path)).text
    assert.include(page, '0 of 1 signed')
    assert.include(page, 'Signs nothing, and gets the finished PDF')
    assert.include(page, 'Gets a copy')
    assert.notInclude(page, `${path}/signers/${ben.id}/link`)
    assert.equal((await olga.post(`${path}/signers/${ben.id}/link`, {})).status, 404)
    await sign(acme, id, ANA.email)
    assert.include((await olga.get(path)).text, '1 of 1 signed')
  })

  test('a document that nobody signs is refused above the rows, with what was chosen', async ({
    assert,
  }) => {
    const form = await newDocument({ ...COPY, 'signers[0][role]': 'copy' })
    const refused = await olga.upload('/documents', form)
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Name at least one signer')
    assert.lengthOf(refused.text.match(/value="copy" selected/g) ?? [], 2)
  })

  test('a draft keeps it, and its form can turn a copy into a signer', async ({ assert }) => {
    const { path, id } = await make({ send: 'no' })
    const edit = (await olga.get(`${path}/edit`)).text
    assert.lengthOf(edit.match(/value="copy" selected/g) ?? [], 1)
    const [, version] = /name="version" value="([^"]+)"/.exec(edit)!
    const changed = await newDocument({ version, 'send': 'no', 'signers[1][role]': 'signer' }, null)
    assert.equal((await olga.upload(path, changed)).status, 303)
    assert.equal((await found(id)).signers[1].role, 'signer')
  })

  test('a correction asks a copy for nothing but name and address', async ({ assert }) => {
    const { path, id } = await make()
    const [, ben] = (await found(id)).signers
    const form = (await olga.get(`${path}/signers/${ben.id}/edit`)).text
    assert.include(form, 'The copy goes there when everyone has signed.')
    assert.notInclude(form, 'Access code')
    const email = 'ben@law.test'
    const saved = await olga.post(`${path}/signers/${ben.id}`, { name: ben.name, email })
    assert.equal(saved.status, 303)
    assert.equal((await found(id)).signers[1].email, email)
  })

  test('the link of a copy opens nothing before the end, and is not theirs to sign by', async ({
    assert,
  }) => {
    const { id } = await make()
    const link = await SigningLink.of(acme, await found(id), { at: 1 })
    assert.include((await link.get()).text, 'It is not your turn yet')
    assert.equal((await link.consent()).status, 409)
    assert.equal((await link.get('/file')).status, 409)
    assert.equal((await link.finish()).status, 409)
  })

  test('a template says it of a role, which its form cannot give to the visitor', async ({
    assert,
  }) => {
    const roles = { ...COPY, 'signers[0][name]': 'Buyer', 'signers[1][name]': 'Counsel' }
    const answer = await olga.upload('/templates', await newDocument(roles))
    const path = String(answer.headers.location)
    assert.include((await olga.get(path)).text, 'Gets a copy')
    assert.include((await olga.get(`${path}/use`)).text, 'gets a copy')
    const form = (await olga.get(`${path}/form`)).text
    assert.lengthOf(form.match(/value="visitor"/g) ?? [], 1)
    const sent = { 'title': 'Sale', 'roles[0]': olga.user!.id, 'roles[1]': 'visitor' }
    const refused = await olga.post(`${path}/form`, sent)
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Choose a role for the visitor that signs something')
  })
})
