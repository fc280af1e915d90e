import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { Labels } from '#app/documents/labels/labels'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const ONCE = 'b'.repeat(30)

test.group('Dashboard | bulk actions', (group) => {
  let acme: Tenant
  let mia: Visitor
  let stranger: Visitor

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    mia = await Visitor.as(acme, 'member')
    stranger = await Visitor.as(acme, 'member')
  })

  const made = (by: Visitor, title: string, send = true) =>
    inLive(acme, () => {
      const { id, name } = by.user!
      return makeDocument({ title, signers: [ANA], by: { type: 'user', id, name } }, { send })
    })
  const statusOf = ({ id }: Document) =>
    inLive(acme, async () => (await Document.findOrFail(id)).status)
  const asked = (values: Record<string, string> = {}) => ({
    once: ONCE,
    filter: '?q=lease',
    count: '3',
    action: 'void',
    reason: 'A mistake',
    ...values,
  })
  const voids = async (ids: string[]) => {
    const text =
      "select chain from audit_entries where action = 'document.voided' and chain = any ($1)"
    const [entries] = await inLive(acme, () => CurrentTenant.batch([{ text, values: [ids] }]))
    return entries.length
  }

  /** What the people of the account were told, as their page of notices says it. */
  const told = async (by: Visitor) => {
    await doWork(acme, 'mail.notice')
    const text = `select m.user_id, m.subject from mails m join notices n on n.id = m.notice_id
      where n.kind = 'bulk_action.ended'`
    const [mails] = await inLive(acme, () => CurrentTenant.batch([{ text }]))
    return { mails, page: (await by.get('/notices')).text }
  }
  const begunLongAgo = () =>
    inLive(acme, () =>
      CurrentTenant.batch([
        { text: "update bulk_actions set created_at = created_at - interval '1 minute'" },
      ])
    )

  test('void what matches, once each however often it is sent and worked on, and name what could not be', async ({
    assert,
  }) => {
    const one = await made(mia, 'Lease one')
    const two = await made(mia, 'Lease two')
    const draft = await made(mia, 'Lease draft', false)
    const other = await made(mia, 'Offer')
    const hidden = await made(stranger, 'Lease of somebody else')
    assert.include((await mia.get('/documents/all?q=lease')).text, 'Do this to 3 documents')
    const [first, again] = [
      await mia.post('/documents/all', asked()),
      await mia.post('/documents/all', asked()),
    ]
    const place = String(first.headers.location)
    assert.match(place, /^\/bulk-actions\/bac_\w+$/)
    assert.equal(again.headers.location, place)
    assert.equal(await statusOf(one), 'pending')
    assert.include((await mia.get(place)).text, '0 of 3 had their turn')
    await begunLongAgo()
    await doWork(acme, 'documents.act')
    const { text } = await mia.get(place)
    assert.include(text, 'Done to 2, not to 1.')
    assert.include(text, 'Lease draft')
    assert.deepEqual(await Promise.all([one, two, draft, other, hidden].map(statusOf)), [
      'voided',
      'voided',
      'draft',
      'pending',
      'pending',
    ])
    assert.equal(await doWork(acme, 'documents.act'), 0)
    assert.equal(await voids([one.id, two.id]), 2)
    const { mails, page } = await told(mia)
    const subject = '“Void documents” is done: 3 documents'
    assert.deepEqual(mails, [{ user_id: mia.user!.id, subject }])
    for (const words of [subject, 'Done to 2, not to 1.', `href="${place}"`])
      assert.include(page, words)
    assert.notInclude((await stranger.get('/notices')).text, subject)
  })

  test('ask again if another number matches by now, and for what is missing', async ({
    assert,
  }) => {
    const one = await made(mia, 'Lease one')
    for (const [values, sentence] of [
      [{ count: '3' }, 'By now 1 document matches.'],
      [{ count: '1', reason: ' ' }, 'Enter a reason'],
      [{ count: '1', action: 'label' }, 'Choose a label first.'],
      [{ count: '1', action: 'burn' }, 'Choose an action.'],
    ] as const) {
      const refused = await mia.post('/documents/all', asked(values))
      assert.equal(refused.status, 422)
      assert.include(refused.text, sentence)
    }
    assert.include(
      (await mia.post('/documents/all', asked({ filter: '?q=nothing', count: '0' }))).text,
      'Nothing found'
    )
    assert.equal(await statusOf(one), 'pending')
  })

  test('that give a label which is deleted before their turn name every document as not done', async ({
    assert,
  }) => {
    const one = await made(mia, 'Lease one')
    const id = await inLive(acme, () => Labels.create({ name: 'Rent', color: 'blue' }, OLGA))
    const values = { count: '1', action: 'label', reason: '', label: id }
    const begun = await mia.post('/documents/all', asked(values))
    await inLive(acme, () => Labels.remove(id))
    await doWork(acme, 'documents.act')
    const { text } = await mia.get(String(begun.headers.location))
    assert.include(text, 'No label has this id')
    assert.include(text, `/documents/${one.id}`)
  })

  test('name no document that was moved out of sight, and none as erased', async ({ assert }) => {
    const { id } = await made(mia, 'Lease draft', false)
    const begun = await mia.post('/documents/all', asked({ count: '1' }))
    await doWork(acme, 'documents.act')
    const place = String(begun.headers.location)
    assert.include((await mia.get(place)).text, `href="/documents/${id}"`)
    const away = 'update documents set holder_id = $1'
    await inLive(acme, () => CurrentTenant.batch([{ text: away, values: [stranger.user!.id] }]))
    const { text } = await mia.get(place)
    assert.include(text, 'A document that you no longer see')
    for (const odd of ['Lease draft', 'Erased document', `/documents/${id}`])
      assert.notInclude(text, odd)
  })

  test('go by what the person may and sees when the turn comes', async ({ assert }) => {
    const one = await made(mia, 'Lease one')
    const first = await mia.post('/documents/all', asked({ count: '1' }))
    const place = String(first.headers.location)
    await inLive(acme, () =>
      CurrentTenant.batch([
        { text: "update users set role = 'viewer' where id = $1", values: [mia.user!.id] },
      ])
    )
    await doWork(acme, 'documents.act')
    assert.equal(await statusOf(one), 'pending')
    const { mails, page: notices } = await told(mia)
    assert.equal(mails[0].subject, '“Void documents” has stopped early')
    assert.include(notices, '1 document was not reached.')
    assert.notInclude(notices, place)
    await inLive(acme, () =>
      CurrentTenant.batch([
        { text: "update users set role = 'member' where id = $1", values: [mia.user!.id] },
      ])
    )
    assert.include((await mia.get(place)).text, 'Stopped')
  })

  test('are seen and stopped by those who began them, and by nobody else', async ({ assert }) => {
    const one = await made(mia, 'Lease one')
    const olga = await Visitor.as(acme)
    const viewer = await Visitor.as(acme, 'viewer')
    const abroad = await Visitor.as(await makeTenant())
    const begun = await mia.post('/documents/all', asked({ count: '1' }))
    const place = String(begun.headers.location)
    for (const visitor of [olga, stranger, abroad]) {
      assert.equal((await visitor.get(place)).status, 404)
      assert.equal((await visitor.post(`${place}/stop`)).status, 404)
    }
    assert.equal((await olga.get(`/test${place}`)).status, 404)
    assert.equal((await viewer.get('/documents/all')).status, 403)
    assert.equal((await viewer.post('/documents/all', asked({ count: '1' }))).status, 403)
    for (let time = 0; time < 2; time++) await mia.post(`${place}/stop`)
    await doWork(acme, 'documents.act')
    assert.equal(await statusOf(one), 'pending')
    assert.deepEqual((await told(mia)).mails, [])
    const none = await stranger.post('/documents/all', asked({ count: '1' }))
    assert.equal(none.status, 422)
    const zip = await mia.get('/documents/files.zip?q=lease&all=yes')
    assert.include(zip.bytes.toString('latin1'), '%PDF')
    const theirs = await stranger.get('/documents/files.zip?q=lease&all=yes')
    assert.equal(theirs.status, 303)
  })

  test('do it in the sandbox, too, and tell nobody of what took a moment', async ({ assert }) => {
    const olga = await Visitor.as(acme)
    const { id } = await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
      makeDocument({ title: 'Lease' })
    )
    await olga.post('/test/documents/all', asked({ count: '1' }))
    await doWork(acme, 'documents.act', { environment: 'test' })
    assert.include((await olga.get(`/test/documents/${id}`)).text, 'A mistake')
    const short = await made(mia, 'Lease')
    await mia.post('/documents/all', asked({ count: '1' }))
    await doWork(acme, 'documents.act')
    assert.equal(await statusOf(short), 'voided')
    assert.deepEqual((await told(mia)).mails, [])
  })
})
