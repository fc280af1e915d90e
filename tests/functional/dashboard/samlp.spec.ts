import { test } from '@japa/runner'
import { Connecting } from '#app/single_sign_on/connecting'
import { CONSOLE } from '#app/cli/_console'
import { ProvedDomains } from '#app/single_sign_on/proved_domains'
import { unit } from '#app/tenancy/current_tenant'
import type Connection from '#app/single_sign_on/connection'
import type { KeyAndCertificate } from '#app/single_sign_on/self_signed'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { newKey, SamlpProcess, type SamlpProvider } from '#tests/support/samlp/samlp_process'
import { INES, ProvingSigner } from '#tests/support/proving_signer'
import { SsoVisitor } from '#tests/support/single_sign_on'

interface Side {
  tenant: Tenant
  provider: SamlpProvider
  connection: Connection
}

let samlp: SamlpProcess
let key: KeyAndCertificate
let here: Side
let there: Side

test.group('Single sign-on | with an identity provider of others', (group) => {
  group.setup(async () => {
    samlp = await SamlpProcess.start()
    key = await newKey()
    here = await side('here')
    there = await side('there')
    return () => samlp.stop()
  })

  for (const signResponse of [false, true])
    for (const encrypt of [false, true])
      test(`lets in by a ${encrypt ? 'encrypted' : 'plain'} assertion in a ${signResponse ? 'signed' : 'plain'} response, and out on both sides`, async ({
        assert,
      }) => {
        const { tenant, provider, connection } = here
        await provider.trust(connection, { signResponse, encrypt })
        const visitor = new SsoVisitor(tenant)
        const form = await provider.form(await asked(visitor, '/settings/keys'))
        const arrived = await visitor.complete(
          await visitor.bring(form.SAMLResponse, form.RelayState)
        )
        assert.equal(arrived.headers.location, '/settings/keys')
        assert.include((await visitor.get('/documents')).text, 'alice@corp.example')
        assert.equal((await visitor.bring(form.SAMLResponse)).status, 403)
        assert.isTrue(await visitor.isKnown())
        const told = await visitor.post('/sso/saml/logout')
        const back = new URL(String(await provider.logOut(String(told.headers.location))))
        assert.equal(back.origin + back.pathname, connection.addresses.slo)
        const done = await visitor.get(back.pathname + back.search)
        assert.equal(done.headers.location, '/login')
        assert.isFalse(await visitor.isKnown())
      })

  test('logs out whom the provider logs out', async ({ assert }) => {
    const { tenant, provider, connection } = here
    await provider.trust(connection)
    const visitor = new SsoVisitor(tenant)
    const form = await provider.form(await asked(visitor))
    await visitor.complete(await visitor.bring(form.SAMLResponse))
    assert.isTrue(await visitor.isKnown())
    const request = new URL(String(await provider.logOut()))
    const answer = await visitor.get(request.pathname + request.search)
    assert.equal(await provider.logOut(String(answer.headers.location)), 200)
    assert.isFalse(await visitor.isKnown())
  })

  test('lets in whom the provider sends unasked, where the tenant allows it', async ({
    assert,
  }) => {
    const { tenant, provider } = here
    const visitor = new SsoVisitor(tenant)
    assert.equal((await visitor.bring((await provider.form()).SAMLResponse)).status, 403)
    const metadata = await Connecting.read(provider.metadata())
    const terms = { allowsUnsolicited: true }
    await inLive(tenant, () => Connecting.connect(metadata, terms, CONSOLE))
    const form = await provider.form()
    const arrived = await visitor.complete(await visitor.bring(form.SAMLResponse))
    assert.equal(arrived.headers.location, '/documents')
    assert.isTrue(await visitor.isKnown())
  })

  test('is for one tenant of two with providers in the same house', async ({ assert }) => {
    const [mine, theirs] = [new SsoVisitor(here.tenant), new SsoVisitor(there.tenant)]
    const form = await there.provider.form(await asked(theirs))
    assert.equal((await mine.bring(form.SAMLResponse)).status, 403)
    assert.isFalse(await mine.isKnown())
    await theirs.complete(await theirs.bring(form.SAMLResponse))
    assert.isTrue(await theirs.isKnown())
    const stolen = new SsoVisitor(here.tenant)
    stolen.cookies = new Map(theirs.cookies)
    assert.isFalse(await stolen.isKnown())
  })

  test('goes on while the provider exchanges its certificate', async ({ assert }) => {
    const { tenant, provider, connection } = there
    const next = await newKey()
    const comes = async () => {
      const visitor = new SsoVisitor(tenant)
      const form = await provider.form(await asked(visitor))
      return (await visitor.bring(form.SAMLResponse)).status
    }
    const reconnect = async (xml: string) => {
      const metadata = await Connecting.read(xml)
      await inLive(tenant, () => Connecting.connect(metadata, {}, CONSOLE))
    }
    await reconnect(provider.metadata(next))
    assert.equal(await comes(), 303)
    provider.useKey(next)
    await provider.trust(connection)
    assert.equal(await comes(), 303)
    await reconnect(provider.metadata())
    assert.equal(await comes(), 303)
    provider.useKey(key)
    await provider.trust(connection)
    assert.equal(await comes(), 403)
  })

  test('lets a signer prove who they are, by an encrypted assertion', async ({ assert }) => {
    const { tenant, provider, connection } = here
    await provider.trust(connection, { signResponse: true, encrypt: true })
    await inLive(tenant, () => unit(() => ProvedDomains.vouchFor('corp.example')))
    const alice = await ProvingSigner.of(tenant, [{ ...INES, email: 'alice@corp.example' }])
    const form = await provider.form((await alice.leave()).url)
    const back = await alice.return(await alice.bring(form.SAMLResponse, form.RelayState))
    assert.equal(back.headers.location, alice.link.path)
    assert.equal((await alice.finish()).status, 200)
  })
})

async function side(name: string): Promise<Side> {
  const tenant = await makeTenant({ name })
  const provider = samlp.provider(name, key)
  const metadata = await Connecting.read(provider.metadata())
  const connection = await inLive(tenant, () =>
    Connecting.connect(metadata, { makesMembers: true }, CONSOLE, { domains: ['corp.example'] })
  )
  await provider.trust(connection)
  return { tenant, provider, connection }
}

/** @returns where the browser is sent */
async function asked(visitor: SsoVisitor, next = '/documents'): Promise<string> {
  const query = new URLSearchParams({ next })
  return String((await visitor.get(`/sso/saml/login?${query}`)).headers.location)
}
