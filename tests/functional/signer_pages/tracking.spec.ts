import { test } from '@japa/runner'
import env from '#start/env'
import Document from '#app/documents/document'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { newId } from '#app/foundation/identifier'
import { SealMaterial } from '#app/signing/seal/seal_material'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { nameServers } from '#app/tenants/hosts/name_server'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain } from '#tests/support/domain_hand'
import { SigningLink } from '#tests/support/signing_link'

test.group('Tracking link', (group) => {
  let acme: Tenant
  let globex: Tenant
  let world: DnsWorld
  group.setup(async () => {
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant({ name: 'Globex' })
    return async () => {
      nameServers.use()
      await world.close()
    }
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
    assert.include(text, Phrasebook.in('en').moment(document.expiresAt!), 'hour and zone')
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
    const get = (path: string) => ask({ path, headers: { host: hostOfTenant(acme) } })
    const document = await CurrentTenant.run(scope, () => makeDocument())
    const token = await CurrentTenant.run(scope, () => document.trackingToken())
    const answer = await get(`/track/${token}`)
    assert.equal(answer.status, 200)
    assert.include(answer.text, 'This is a test document')
    await CurrentTenant.run(scope, () => document.void({ by: OLGA }))
    const code = await get(`/verify?document=${document.id}&sha256=${document.canonicalSha256}`)
    assert.include(code.text, 'with this ID and this hash ended here on')
    assert.include(code.text, 'This is a test document')
  })

  test('scanned from a certificate, leads to what is known of the document, also once it is erased', async ({
    assert,
  }) => {
    const document = await make()
    await live(() => document.void({ by: OLGA }))
    const { id, canonicalSha256 } = document
    const token = await live(() => document.trackingToken())
    const code = `document=${id}&sha256=${canonicalSha256}`
    const get = (path: string, tenant = acme) =>
      ask({ path, headers: { host: hostOfTenant(tenant) } })
    const tracked = await get(`/track/${token}?${code}`)
    assert.include(tracked.text, `href="/verify?${code.replace('&', '&amp;')}&amp;language=en"`)
    const known = 'with this ID and this hash ended here on'
    assert.include((await get(`/verify?${code}`)).text, known)

    await live(() => document.erase({ by: OLGA, reason: 'request' }))
    const unknown = await get(`/track/${token}?${code}`)
    assert.equal(unknown.status, 302)
    assert.equal(unknown.headers.location, `/verify?${code}`)
    assert.equal((await get(`/track/${token}`)).status, 404)
    const { text } = await get(String(unknown.headers.location))
    assert.include(text, known)
    assert.include(text, 'It has since been erased here')
    for (const secret of ['Contract of sale', ANA.name, ANA.email, OLGA.name])
      assert.notInclude(text, secret)
    // the choice of another language keeps the code
    assert.include(text, `name="sha256" value="${canonicalSha256}"`)
  })

  test('prints where it can be followed while it is open, and then a code that the platform’s own host answers', async ({
    assert,
  }) => {
    const { id, canonicalSha256 } = await make()
    const printed = async (kind: 'audit' | 'certificate') => {
      const { certificate } = await live(async () => (await SealMaterial.of(id)).record(kind))
      return new URL(certificate.verifyUrl)
    }
    assert.match((await printed('audit')).pathname, /^\/track\/trk_/)
    await live(() => Document.reference(id).void({ by: OLGA }))
    const neutral = env.get('PLATFORM_DOMAIN')
    for (const kind of ['audit', 'certificate'] as const) {
      const { hostname, pathname, searchParams } = await printed(kind)
      assert.deepEqual([hostname, pathname], [neutral, '/verify'])
      assert.deepEqual([...searchParams], [['account', acme.id]])
    }
    const get = async (query: Record<string, string>) => {
      const path = `/verify?${new URLSearchParams(query)}`
      const { status, text } = await ask({ path, headers: { host: neutral } })
      assert.equal(status, 200)
      return text
    }
    const code = { account: acme.id, document: id, sha256: canonicalSha256 }
    const said = await get(code)
    assert.include(said, 'with this ID and this hash ended here on')
    for (const secret of ['Contract of sale', ANA.name, OLGA.name, acme.name, acme.slug])
      assert.notInclude(said, secret)
    // the choice of another language keeps the code
    assert.include(said, `name="account" value="${acme.id}"`)
    const nothing = 'No document that ended here has both this ID and this hash'
    assert.include(await get({ ...code, account: globex.id }), nothing)
    assert.include(await get({ ...code, account: newId('ten') }), nothing)
    assert.include(await get({ ...code, sha256: 'a'.repeat(64) }), nothing)
    const { account, ...nobodys } = code
    assert.notInclude(await get(nobodys), 'The code on the certificate')
    await live(() => Document.reference(id).erase({ by: OLGA, reason: 'request' }))
    assert.include(await get(code), 'It has since been erased here')
  })

  test('prints the host of its own of a tenant that has one, and names nobody else', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const host = `sign.w${Date.now().toString(36)}.com`
    const scope = { tenant: tenant.ref, environment: 'live' } as const
    const { id, canonicalSha256 } = await CurrentTenant.run(scope, () => makeDocument())
    await CurrentTenant.run(scope, () => Document.reference(id).void({ by: OLGA }))
    await activeDomain(tenant, host, world)
    const { certificate } = await CurrentTenant.run(scope, async () =>
      (await SealMaterial.of(id)).certificate()
    )
    const { hostname, pathname, search } = new URL(certificate.verifyUrl)
    assert.deepEqual([hostname, pathname, search], [host, '/verify', ''])
    const path = `/verify?document=${id}&sha256=${canonicalSha256}`
    const { text } = await ask({ path, headers: { host } })
    assert.include(text, 'with this ID and this hash ended here on')
  })

  test('prints the host where a tenant’s signers sign, where that alone is its own', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const host = `sign.v${Date.now().toString(36)}.com`
    await activeDomain(tenant, host, world, { purposes: ['signing'] })
    const scope = { tenant: tenant.ref, environment: 'live' } as const
    const { verifyUrl } = await CurrentTenant.run(scope, async () => {
      const { id } = await makeDocument()
      await Document.reference(id).void({ by: OLGA })
      return (await (await SealMaterial.of(id)).certificate()).certificate
    })
    assert.equal(new URL(verifyUrl).hostname, host)
    const { status } = await ask({ path: '/verify', headers: { host } })
    assert.equal(status, 200)
  })

  test('says the same of another hash, another id and another tenant’s document, and needs both', async ({
    assert,
  }) => {
    const ended = await make()
    await live(() => ended.void({ by: OLGA }))
    const open = await make()
    const nothing = 'has both this ID and this hash'
    const get = async (query: string, tenant = acme) =>
      (await ask({ path: `/verify?${query}`, headers: { host: hostOfTenant(tenant) } })).text
    const { id, canonicalSha256: sha256 } = ended
    const other = sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    const strange = id.replace(/.{4}$/, '0000')
    assert.include(await get(`document=${id}&sha256=${other}`), nothing)
    assert.include(await get(`document=${strange}&sha256=${sha256}`), nothing)
    assert.include(await get(`document=${open.id}&sha256=${open.canonicalSha256}`), nothing)
    assert.include(await get(`document=${id}&sha256=${sha256}`, globex), nothing)
    for (const half of [`document=${id}`, `sha256=${sha256}`, `document[]=${id}&sha256=${sha256}`])
      assert.notInclude(await get(half), 'The code on the certificate')
  })
})
