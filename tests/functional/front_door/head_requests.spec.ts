import { test } from '@japa/runner'
import { randomToken } from '#app/foundation/opaque_token'
import { SupportSession } from '#app/identity/sessions/support_session'
import { EditorLink } from '#app/signing/embedding/editor_link'
import { EmbedLink } from '#app/signing/embedding/embed_link'
import { EmbedOrigins } from '#app/signing/embedding/embed_origins'
import { InPersonLink } from '#app/signing/in_person/in_person_link'
import { unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { newOperator } from '#tests/support/operator_visitor'

const ORIGIN = 'https://app.customer.example'

/** Addresses that GET uses up, as somebody has them who is not logged in. */
const ADDRESSES = {
  'a frame': () => `/embed/emb_${randomToken()}`,
  'a device': () => `/in-person/inp_${randomToken()}`,
  'an editor': () => `/embed-editor/edt_${randomToken()}`,
  'support': () => `/support/${randomToken()}`,
  'another host of the tenant': () => `/arrivals?code=${randomToken()}`,
  'a signer who comes from their identity provider': () => `/sign-identity?code=${randomToken()}`,
  'a member who comes from theirs': () => `/sso/saml/complete?code=${randomToken()}`,
  'a log-out at the provider': () => '/sso/saml/slo?SAMLRequest=x',
}

test.group('HEAD', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
    await inLive(acme, () => unit(() => EmbedOrigins.allow(ORIGIN, OLGA)))
  })

  const head = (visitor: Visitor, path: string) => visitor.ask({ method: 'HEAD', path })

  for (const [whose, address] of Object.entries(ADDRESSES))
    test(`at the address of ${whose} answers without looking, and leaves the browser as it is`, async ({
      assert,
    }) => {
      const visitor = new Visitor(acme)
      visitor.cookies.set('arrival', randomToken())
      const { status, headers } = await head(visitor, address())
      assert.equal(status, 200)
      assert.isUndefined(headers['set-cookie'])
      assert.isUndefined(headers.location)
      assert.equal(headers['cache-control'], 'no-store')
    })

  test('leaves the address of a frame unused', async ({ assert }) => {
    const document = await inLive(acme, () => makeDocument({ signers: [ANA] }))
    const { token } = await inLive(acme, () =>
      unit(() => EmbedLink.create(document, document.signers[0].id, ORIGIN))
    )
    const frame = new Visitor(acme)
    assert.equal((await head(frame, `/embed/${token}`)).status, 200)
    assert.equal((await frame.get(`/embed/${token}`)).status, 303)
    assert.equal((await frame.get(`/embed/${token}`)).status, 410)
  })

  test('leaves the address of an editor unused', async ({ assert }) => {
    const draft = await inLive(acme, () => makeDocument({}, { send: false }))
    const { token } = await inLive(acme, () =>
      unit(() => EditorLink.create(draft, 'key_of_nobody', ORIGIN))
    )
    const frame = new Visitor(acme)
    assert.equal((await head(frame, `/embed-editor/${token}`)).status, 200)
    assert.equal((await frame.get(`/embed-editor/${token}`)).status, 303)
    assert.equal((await frame.get(`/embed-editor/${token}`)).status, 410)
  })

  test('leaves the address of a device unused, and its host logged in', async ({ assert }) => {
    const olga = await Visitor.as(acme)
    const document = await inLive(acme, () =>
      makeDocument({ signers: [{ ...ANA, inPerson: true }] })
    )
    const { token } = await inLive(acme, () =>
      unit(() => InPersonLink.make(document.signers[0], olga.user!))
    )
    const path = `/in-person/${token}`
    assert.equal((await head(olga, path)).status, 200)
    assert.equal((await olga.get('/documents')).status, 200)
    assert.equal((await olga.get(path)).status, 303)
    assert.match(String((await olga.get('/documents')).headers.location), /^\/login/)
  })

  test('leaves the code of an operator unused', async ({ assert }) => {
    const operator = await newOperator()
    const grant = SupportSession.newGrant()
    await inLive(acme, () =>
      SupportSession.grant({ ...grant, operator, reason: 'Mails', minutes: 30, mayWrite: false })
    )
    const guest = new Visitor(acme)
    assert.equal((await head(guest, `/support/${grant.code}`)).status, 200)
    assert.equal((await guest.get(`/support/${grant.code}`)).status, 303)
    assert.equal((await guest.get('/documents')).status, 200)
  })
})
