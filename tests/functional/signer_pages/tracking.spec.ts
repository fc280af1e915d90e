import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { SigningLink } from '#tests/support/signing_link'

test.group('Tracking link', (group) => {
  let acme: Tenant
  let globex: Tenant
  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant({ name: 'Globex' })
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const make = () => live(() => makeDocument({ message: 'Between us' }))
  const track = async (document: Document, tenant = acme) => {
    const token = await live(() => document.trackingToken())
    return ask({ path: `/track/${token}`, headers: { host: hostOfTenant(tenant) } })
  }

  test('shows title, label, progress and initials, and nobody in full', async ({ assert }) => {
    const document = await make()
    const link = await SigningLink.of(acme, document)
    await link.consent()
    await link.finish()
    const { status, text, headers } = await track(document)
    assert.equal(status, 200)
    for (const shown of ['Contract of sale', 'In Progress', '50%', 'A… B.', 'B… S.', 'Signed'])
      assert.include(text, shown)
    const secrets = [
      ANA.name,
      ANA.email,
      BEN.name,
      BEN.email,
      'Between us',
      'tok_',
      '/file',
      'doc_',
    ]
    for (const secret of secrets) assert.notInclude(text, secret)
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.notProperty(headers, 'set-cookie')
  })

  test('says that a document is being sealed when all have signed', async ({ assert }) => {
    const document = await make()
    for (const at of [0, 1]) {
      const link = await SigningLink.of(acme, document, { at })
      await link.consent()
      await link.finish()
    }
    const { text } = await track(document)
    assert.include(text, 'Sealing…')
    assert.include(text, '100%')
  })

  test('announces an end without its reason', async ({ assert }) => {
    const document = await make()
    await live(() => document.void({ by: OLGA, reason: 'A quarrel' }))
    const { status, text } = await track(document)
    assert.equal(status, 200)
    assert.include(text, 'Voided')
    assert.notInclude(text, 'A quarrel')
    assert.notInclude(text, OLGA.name)
  })

  test('is unknown at another tenant’s host, and when nobody made it', async ({ assert }) => {
    const document = await make()
    const elsewhere = await track(document, globex)
    assert.equal(elsewhere.status, 404)
    assert.include(elsewhere.text, 'Globex')
    assert.notInclude(elsewhere.text, 'Contract of sale')
    const link = await SigningLink.of(acme, document)
    for (const token of [`trk_${'A'.repeat(43)}`, link.token, 'nonsense']) {
      const answer = await ask({ path: `/track/${token}`, headers: { host: link.host } })
      assert.equal(answer.status, 404)
    }
  })

  test('changes nothing by being read', async ({ assert }) => {
    const document = await make()
    const before = (await live(() => Document.find(document.id)))!.$attributes
    await track(document)
    assert.deepEqual((await live(() => Document.find(document.id)))!.$attributes, before)
  })

  test('marks a test document as one', async ({ assert }) => {
    const scope = { tenant: acme.ref, environment: 'test' } as const
    const token = await CurrentTenant.run(scope, async () => (await makeDocument()).trackingToken())
    const answer = await ask({ path: `/track/${token}`, headers: { host: hostOfTenant(acme) } })
    assert.equal(answer.status, 200)
    assert.include(answer.text, 'This is a test document')
  })
})
