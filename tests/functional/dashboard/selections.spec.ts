import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

test.group('Dashboard | ticked documents', (group) => {
  let acme: Tenant
  let olga: Visitor
  let mia: Visitor

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    mia = await Visitor.as(acme, 'member')
  })

  const made = (by: Visitor, title: string, send = true) =>
    inLive(acme, () => {
      const { id, name } = by.user!
      return makeDocument({ title, signers: [ANA], by: { type: 'user', id, name } }, { send })
    })
  const onceOf = async (visitor: Visitor) =>
    /id="selected".*?name="once" value="([\w-]+)"/s.exec(
      (await visitor.get('/documents')).text
    )?.[1] ?? ''
  const statusOf = ({ id }: Document) =>
    inLive(acme, async () => (await Document.findOrFail(id)).status)

  test('are voided once each, with a reason, and the page says what came of each', async ({
    assert,
  }) => {
    const [one, two, draft] = [
      await made(mia, 'One'),
      await made(mia, 'Two'),
      await made(mia, 'Draft', false),
    ]
    const values = {
      'once': await onceOf(mia),
      'action': 'void',
      'ids[]': [one.id, two.id, draft.id],
    }
    const question = await mia.post('/documents/selected', values)
    assert.include(question.text, 'Void 3 documents?')
    assert.equal(await statusOf(one), 'pending')
    assert.equal((await mia.post('/documents/selected', { ...values, reason: ' ' })).status, 422)
    for (let time = 0; time < 2; time++) {
      const { text } = await mia.post('/documents/selected', { ...values, reason: 'A mistake' })
      assert.include(text, '2 of 3 done')
    }
    assert.deepEqual([await statusOf(one), await statusOf(draft)], ['voided', 'draft'])
    const [entries] = await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: "select chain from audit_entries where action = 'document.voided' and chain = any ($1)",
          values: [[one.id, two.id]],
        },
      ])
    )
    assert.lengthOf(entries, 2)
  })

  test('are touched by nobody who may not, one by one', async ({ assert }) => {
    const viewer = await Visitor.as(acme, 'viewer')
    const stranger = await Visitor.as(acme, 'member')
    const other = await Visitor.as(await makeTenant())
    const document = await made(mia, 'Mia’s')
    const inSandbox = await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
      makeDocument()
    )
    const values = { 'action': 'void', 'reason': 'No', 'ids[]': [document.id] }
    assert.equal((await viewer.post('/documents/selected', values)).status, 403)
    for (const visitor of [stranger, other])
      assert.include((await visitor.post('/documents/selected', values)).text, '0 of 1 done')
    assert.equal((await olga.post('/test/documents/selected', values)).status, 303)
    const across = { ...values, 'ids[]': [inSandbox.id] }
    assert.equal((await olga.post('/documents/selected', across)).status, 303)
    await mia.post(`/documents/${document.id}/sharing`, {
      recipient: stranger.user!.email,
      access: 'read',
    })
    assert.include((await stranger.post('/documents/selected', values)).text, '0 of 1 done')
    assert.equal(await statusOf(document), 'pending')
    const zip = await other.get(`/documents/files.zip?ids[]=${document.id}`)
    assert.notInclude(zip.bytes.toString('latin1'), '%PDF')
    assert.include(
      (await stranger.get(`/documents/files.zip?ids[]=${document.id}`)).bytes.toString('latin1'),
      '%PDF'
    )
  })

  test('come as one ZIP with a list of what it holds, recorded as downloads', async ({
    assert,
  }) => {
    const [one, two] = [await made(olga, 'Lease'), await made(olga, 'Häuser')]
    const ids = [one.id, two.id, 'doc_nonsense', one.id].map((id) => `ids[]=${id}`).join('&')
    const { bytes, headers } = await olga.get(`/documents/files.zip?${ids}`)
    assert.equal(headers['content-type'], 'application/zip')
    assert.equal(bytes.readUInt32LE(bytes.length - 22), 0x06054b50)
    assert.equal(bytes.readUInt16LE(bytes.length - 12), 3)
    const text = bytes.toString('utf8')
    for (const name of ['01 Lease.pdf', '02 Häuser.pdf', 'contents.csv']) assert.include(text, name)
    assert.include(text, '\uFEFFid,file,result', 'as Excel reads it')
    const [downloads] = await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: "select chain from audit_entries where action = 'document.downloaded' and chain = $1",
          values: [one.id],
        },
      ])
    )
    assert.lengthOf(downloads, 1)
  })
})
