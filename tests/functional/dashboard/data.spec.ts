import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { newId } from '#app/foundation/identifier'
import { SignerErasure } from '#app/portability/erasure/signer_erasure'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

const WRONG = { ...ANA, email: 'wrong@example.test' }

test.group('Dashboard | data', (group) => {
  let acme: Tenant
  let olga: Visitor
  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
  })

  const voided = () =>
    inLive(acme, async () => {
      const { id } = await makeDocument()
      return (await Document.findOrFail(id)).void({ by: OLGA })
    })
  const isErased = async (id: string) =>
    (await inLive(acme, () => Document.findOrFail(id))).isErased

  test('lets an owner set retention, and says what is wrong with a number', async ({ assert }) => {
    const wrong = await olga.post('/settings/data/retention', { days: '7' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /between 30 and 36500/)
    assert.match(wrong.text, /value="7"/)
    const set = await olga.post('/settings/data/retention', { days: '365' })
    assert.equal(set.status, 303)
    assert.match((await olga.get('/settings/data')).text, /365 days after they end/)
    await olga.post('/settings/data/retention', { days: '' })
    assert.match((await olga.get('/settings/data')).text, /kept until you erase them/)
  })

  test('puts the account under a legal hold, under which nothing is erased', async ({ assert }) => {
    const { id } = await voided()
    assert.equal((await olga.post('/settings/data/hold', { reason: '' })).status, 422)
    await olga.post('/settings/data/hold', { reason: 'Case 7' })
    assert.match((await olga.get('/settings/data')).text, /Case 7/)
    const refused = await olga.post(`/documents/${id}/erase`, { confirmation: 'erase' })
    assert.match((await olga.followed(refused)).text, /legal hold/)
    assert.isFalse(await isErased(id))
    const key = await ApiClient.of(acme, 'live', { scopes: ['documents:erase'] })
    const answer = await key.post(`/api/v1/documents/${id}/erase`, {})
    assert.equal(answer.status, 409, answer.text)
    assert.equal(answer.body.error?.code, 'legal_hold')
    await olga.post('/settings/data/hold/lift')
    assert.notMatch((await olga.get('/settings/data')).text, /Case 7/)
  })

  test('erases a document once the word is typed, and shows what is left', async ({ assert }) => {
    const { id, title } = await voided()
    const asked = await olga.get(`/documents/${id}/erase`)
    assert.equal(asked.status, 200)
    const mistyped = await olga.post(`/documents/${id}/erase`, { confirmation: 'yes' })
    assert.equal(mistyped.status, 422)
    assert.isFalse(await isErased(id))
    await olga.post(`/documents/${id}/erase`, { confirmation: 'erase' })
    const page = (await olga.get(`/documents/${id}`)).text
    assert.match(page, /Erased document/)
    assert.notInclude(page, title)
    assert.notInclude(page, 'ana@example.test')
    assert.match(page, /erased the document/)
    assert.equal((await olga.get(`/documents/${id}/original`)).status, 410)
    assert.match((await olga.get('/documents')).text, /Erased document/)
  })

  /** One that was sent to the wrong address first, and is at its end. */
  const corrected = () =>
    inLive(acme, async () => {
      const { id, signers } = await makeDocument({ signers: [WRONG] })
      const right = { name: 'Eve Exact', email: 'eve@example.test' }
      await Document.reference(id).correct(signers[0].id, right, OLGA)
      await Document.reference(id).void({ by: OLGA })
      return id
    })

  test('shows a signer’s documents before they go, and erases them once the address is typed', async ({
    assert,
  }) => {
    const { id } = await voided()
    const email = 'ana@example.test'
    const shown = await olga.get(`/settings/data/person?email=${encodeURIComponent(email)}`)
    assert.equal(shown.status, 200)
    assert.include(shown.text, id)
    assert.equal((await olga.get('/settings/data/person?email=ana')).status, 422)
    const mistyped = await olga.post('/settings/data/person', { email, confirmation: 'ana' })
    assert.equal(mistyped.status, 422)
    assert.isFalse(await isErased(id))
    await olga.post('/settings/data/person', { email, confirmation: email })
    assert.isTrue(await isErased(id))
  })

  test('says of a signer’s documents which are others’ now, and erases those only if it is ticked', async ({
    assert,
  }) => {
    const id = await corrected()
    const { email } = WRONG
    const shown = await olga.get(`/settings/data/person?email=${email}`)
    assert.match(shown.text, /No longer asked here[^<]*<[^<]*Eve Exact.*eve@example\.test/s)
    assert.include(shown.text, 'Also erase the document in which this person is no longer asked')
    const mistyped = await olga.post('/settings/data/person', { email, others: 'yes' })
    assert.match(mistyped.text, /name="others"[^>]* checked/)
    await olga.post('/settings/data/person', { email, confirmation: email, others: 'yes' })
    assert.isTrue(await isErased(id))
  })

  test('erases what the trails of documents that stay say of a signer, and says so', async ({
    assert,
  }) => {
    const id = await corrected()
    const { email } = WRONG
    const trail = async () => (await olga.get(`/documents/${id}/audit.csv`)).text
    assert.include(await trail(), email)
    const kept = await olga.post('/settings/data/person', { email, confirmation: email })
    const said = 'stay, without what their audit trails said of them'
    assert.include((await olga.followed(kept)).text, said)
    assert.isFalse(await isErased(id))
    assert.notInclude(await trail(), email)
    assert.include(await trail(), 'eve@example.test')
    const page = (await olga.get(`/documents/${id}`)).text
    assert.match(page, /erased from this audit trail what it said about a person/)
    const again = await olga.get(`/settings/data/person?email=${email}`)
    assert.notInclude(again.text, id)
  })

  test('says what will happen: of others’ documents alone that they stay, of the signer’s own that they go', async ({
    assert,
  }) => {
    await corrected()
    const [destroys, stays] = ['This destroys the files', 'in which this person is no longer asked']
    const preview = async (email: string) =>
      (await olga.get(`/settings/data/person?email=${email}`)).text.split('id="erase-title"')[1]
    const others = await preview(WRONG.email)
    assert.notInclude(others, destroys)
    assert.include(others, `${stays} stays, unless you tick`)
    await voided()
    const own = await preview(ANA.email)
    assert.include(own, destroys)
    assert.notInclude(own, stays)
  })

  test('forgets whom a document that is still open no longer asks', async ({ assert }) => {
    const wrong = { ...ANA, email: 'wrong.too@example.test' }
    const { id, signers } = await inLive(acme, () => makeDocument({ signers: [wrong] }))
    const right = { name: 'Eve Exact', email: 'eve@example.test' }
    await inLive(acme, () => Document.reference(id).correct(signers[0].id, right, OLGA))
    const { text } = await olga.get(`/settings/data/person?email=${wrong.email}`)
    assert.include(text, 'Forget this person')
    assert.include(text, 'in which this person is no longer asked stays. ')
    assert.notInclude(text, 'name="others"')
  })

  test('says what stays of what it has erased, by one and the same search', async ({
    assert,
    cleanup,
  }) => {
    const late = { ...ANA, email: 'late@example.test' }
    const right = { name: 'Eve Exact', email: 'eve@example.test' }
    const { batch } = CurrentTenant
    cleanup(() => void (CurrentTenant.batch = batch))
    let searches = 0
    CurrentTenant.batch = async (statements) => {
      const isSearch = statements.some(({ text }) => text.includes('with named as'))
      // what comes to be between two searches is in the second alone
      if (isSearch && ++searches === 2)
        await inLive(acme, async () => {
          const { id, signers } = await makeDocument({ signers: [late] })
          await Document.reference(id).correct(signers[0].id, right, OLGA)
        })
      return batch(statements)
    }
    const { email } = late
    const erased = await olga.post('/settings/data/person', { email, confirmation: email })
    CurrentTenant.batch = batch
    assert.equal(searches, 1)
    assert.include((await olga.followed(erased)).text, 'The person has been erased.')
    const left = await inLive(acme, () => SignerErasure.preview(email))
    assert.isEmpty(left.documents)
  })

  test('says that documents which are still open go on asking the person', async ({ assert }) => {
    const email = 'olive@example.test'
    const erase = async () => {
      const erased = await olga.post('/settings/data/person', { email, confirmation: email })
      return (await olga.followed(erased)).text
    }
    const [first] = await inLive(acme, async () => {
      const made = [1, 2].map(() => makeDocument({ signers: [{ ...ANA, email }] }))
      return Promise.all(made)
    })
    assert.include(await erase(), 'The person has been erased, except from 2 documents')
    await inLive(acme, () => Document.reference(first.id).void({ by: OLGA }))
    assert.include(await erase(), 'The person has been erased, except from one document')
    assert.isTrue(await isErased(first.id))
  })

  test('is an owner’s alone', async ({ assert }) => {
    const { id } = await voided()
    for (const role of ['admin', 'developer', 'member', 'viewer'] as const) {
      const visitor = await Visitor.as(acme, role)
      for (const path of ['/settings/data', '/settings/data/person?email=ana@example.test'])
        assert.equal((await visitor.get(path)).status, 403, `${role} ${path}`)
      for (const path of ['retention', 'hold', 'hold/lift', 'person'])
        assert.equal((await visitor.post(`/settings/data/${path}`)).status, 403, `${role} ${path}`)
      const erased = await visitor.post(`/documents/${id}/erase`, { confirmation: 'erase' })
      assert.include([403, 404], erased.status)
    }
    assert.isFalse(await isErased(id))
  })
})

test.group('API | POST documents/:id/erase', () => {
  test('answers with what is left, keeps the trail, and has no files any more', async ({
    assert,
  }) => {
    const acme = await makeTenant()
    const key = await ApiClient.of(acme, 'live', {
      scopes: ['documents:erase', 'documents:read', 'audit:read', 'links:read'],
    })
    const usual = await ApiClient.of(acme, 'live')
    const by = { ...OLGA, id: newId('usr') }
    const open = await inLive(acme, () => makeDocument({ by }))
    assert.equal((await usual.post(`/api/v1/documents/${open.id}/erase`, {})).status, 403)
    const early = await key.post(`/api/v1/documents/${open.id}/erase`, {})
    assert.equal(early.body.error?.code, 'document_state_conflict')
    await inLive(acme, async () => (await Document.findOrFail(open.id)).void({ by }))
    for (const time of ['first', 'second']) {
      const answer = await key.post(`/api/v1/documents/${open.id}/erase`, {})
      assert.equal(answer.status, 200, `${time} ${answer.text}`)
      assert.containSubset(answer.body, {
        id: open.id,
        status: 'voided',
        title: null,
        message: null,
        trackingUrl: null,
      })
      assert.isString(answer.body.erasedAt)
      assert.notInclude(answer.text, 'example.test')
    }
    assert.equal((await key.get(`/api/v1/documents/${open.id}`)).status, 200)
    const file = await key.get(`/api/v1/documents/${open.id}/file`)
    assert.deepEqual([file.status, file.body.error?.code], [410, 'document_erased'])
    const audit = await key.get(`/api/v1/documents/${open.id}/audit`)
    assert.notInclude(audit.text, 'example.test')
    const last = (audit.body.data as { action: string }[]).at(-1)
    assert.equal(last?.action, 'document.erased')
  })

  test('is unknown to another account’s key, and to one of the sandbox', async ({ assert }) => {
    const acme = await makeTenant()
    const other = await makeTenant({ withSandbox: true })
    const { id } = await inLive(acme, () => makeDocument())
    const strange = await ApiClient.of(other, 'live', { scopes: ['documents:erase'] })
    assert.equal((await strange.post(`/api/v1/documents/${id}/erase`, {})).status, 404)
    const sandbox = await ApiClient.of(other, 'test', { scopes: ['documents:erase'] })
    const answer = await sandbox.post(`/api/v1/documents/${id}/erase`, {})
    assert.equal(answer.body.error?.code, 'mode_mismatch')
  })
})
