import { test } from '@japa/runner'
import type Connection from '#app/single_sign_on/connection'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { addressOf, closeBrowser, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { INES } from '#tests/support/proving_signer'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'
import { connected, requestIn, responseOf } from '#tests/support/single_sign_on'

test.group('Proof of identity in a browser', (group) => {
  let acme: Tenant
  let provider: TestIdentityProvider
  let connection: Connection

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
    provider = await TestIdentityProvider.make()
    connection = await connected(acme, provider, { name: 'Acme ID' }, ['corp.example'])
    return () => closeBrowser()
  })

  test('is given on the way to the end on a phone, and nothing that was filled in is lost', async ({
    assert,
  }) => {
    const document = await inLive(acme, () => makeDocument({ signers: [INES] }))
    const link = await SigningLink.of(acme, document)
    const visitor = await SigningVisitor.arrive(link, { viewport: PHONE })
    const { page } = visitor
    const people = ['eve@corp.example', 'ines@corp.example']
    // the provider's page, which sends the browser back with a form
    await page.route('https://idp.example/**', async (route) => {
      const { id, url } = requestIn(route.request().url())
      const message = responseOf(provider, connection, { inResponseTo: id, nameId: people.shift() })
      const { pathname } = new URL(connection.addresses.acs)
      const body = `<!doctype html><title>Provider</title><form method="post" action="${addressOf(link.host, pathname)}">
        <input name="SAMLResponse" value="${message}"><input name="RelayState" value="${url.searchParams.get('RelayState')}"><button>Log in</button></form>`
      await route.fulfill({ contentType: 'text/html', body })
    })
    await visitor.agree()
    await visitor.primary.click()
    await visitor.type()
    await visitor.shoot('identity-needed-phone')
    assert.equal(await visitor.primary.innerText(), 'Prove your identity')
    await visitor.primary.click()
    await page.getByRole('button', { name: 'Log in' }).click()
    await visitor.readsFirstPage()
    await page.getByText('logged in somebody else than').waitFor()
    await visitor.shoot('identity-failed-phone')
    assert.isAtMost(await visitor.overflow(), 0)
    await visitor.primary.click()
    await page.getByRole('button', { name: 'Log in' }).click()
    await visitor.readsFirstPage()
    await page.getByText('You have proved your identity.').waitFor()
    await visitor.shoot('identity-proved-phone')
    assert.equal(await visitor.primary.innerText(), 'Sign and finish')
    await visitor.primary.click()
    await visitor.isThanked()
    await visitor.leave()
  })
})
