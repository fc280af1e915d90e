import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { SigningLink } from '#tests/support/signing_link'

const SEALED = 'a'.repeat(64)
const LATER = 'b'.repeat(64)

test.group('Link of an erased document', (group) => {
  let acme: Tenant
  let globex: Tenant

  group.setup(async () => {
    ;[acme, globex] = await Promise.all([makeTenant({ name: 'Acme' }), makeTenant()])
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const erase = (id: string) =>
    live(() => Document.reference(id).erase({ by: OLGA, reason: 'request' }))
  const at = (tenant: Tenant, path: string) =>
    ask({ path, headers: { host: hostOfTenant(tenant) } })

  async function signed() {
    const document = await live(() => makeDocument({ signers: [ANA, BEN] }))
    const links = await Promise.all(
      [0, 1].map((one) => SigningLink.of(acme, document, { at: one }))
    )
    for (const link of links) {
      await link.submit('/language', { language: 'de' })
      await link.consent('de')
      await link.finish()
    }
    const seal = { sha256: SEALED, bytes: 1, pageCount: 2, level: 'B-B' as const }
    await live(async () => {
      await Document.reference(document.id).complete(seal)
      const text = 'update documents set later_revisions = $2 where id = $1'
      const later = [{ kind: 'proofs', sha256: LATER, bytes: 2, at: new Date() }]
      await CurrentTenant.batch([{ text, values: [document.id, JSON.stringify(later)] }])
    })
    return { document, link: links[0]! }
  }

  test('says in the language of its signer what happened, and by which numbers a copy is checked', async ({
    assert,
  }) => {
    const { document, link } = await signed()
    await erase(document.id)
    const { status, text, headers } = await link.get()
    assert.equal(status, 410)
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.include(text, '<html lang="de"')
    assert.include(text, 'Dieses Dokument wurde gelöscht')
    for (const shown of [document.id, SEALED, LATER, document.canonicalSha256, 'Acme'])
      assert.include(text, shown)
    for (const hidden of [document.title, ANA.name!, BEN.name!, ANA.email!])
      assert.notInclude(text, hidden)
    for (const path of ['/download', '/file', '/consent'])
      assert.equal((await link.get(path)).status, 410)
    assert.equal((await link.call('/draft', {})).status, 410)
  })

  test('leads to where its hashes are still known as those of a document that was sealed here', async ({
    assert,
  }) => {
    const { document, link } = await signed()
    await erase(document.id)
    const { text } = await link.get()
    const [, path] = /href="(\/verify\?[^"]+)"/.exec(text)!
    const verify = `/verify?document=${document.id}&sha256=${SEALED}&language=de`
    assert.equal(path!.replaceAll('&amp;', '&'), verify)
    assert.include((await at(acme, verify)).text, '<html lang="de"')
    for (const sha256 of [SEALED, LATER, document.canonicalSha256]) {
      const known = await at(acme, `/verify?document=${document.id}&sha256=${sha256}`)
      assert.include(known.text, 'was signed and sealed here')
      assert.include(known.text, 'It has since been erased here')
    }
    const unknown = await at(acme, `/verify?document=${document.id}&sha256=${'c'.repeat(64)}`)
    assert.include(unknown.text, 'No document that ended here')
    const elsewhere = await at(globex, `/verify?document=${document.id}&sha256=${SEALED}`)
    assert.include(elsewhere.text, 'No document that ended here')
  })

  test('says of a document that was withdrawn that nothing was sealed, and nothing at another tenant', async ({
    assert,
  }) => {
    const document = await live(() => makeDocument({ signers: [ANA, BEN] }))
    const link = await SigningLink.of(acme, document)
    await live(() => Document.reference(document.id).void({ by: OLGA }))
    await erase(document.id)
    const { status, text } = await link.get('', { 'accept-language': 'en' })
    assert.equal(status, 410)
    assert.include(text, 'This document was erased')
    assert.include(text, 'was not sealed as signed: Voided')
    assert.include(text, document.canonicalSha256)
    assert.notInclude(text, '/verify')
    const elsewhere = await at(globex, link.path)
    assert.equal(elsewhere.status, 404)
    assert.notInclude(elsewhere.text, document.id)
  })
})
