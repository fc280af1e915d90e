import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { CONSOLE } from '#app/cli/_console'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import { OwnKeys } from '#app/single_sign_on/own_keys'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { inLive } from '#tests/support/dashboard_visitor'
import { pemOf, TestIdentityProvider } from '#tests/support/identity_provider'
import { connected, SsoVisitor } from '#tests/support/single_sign_on'

const HOME = '/settings/single-sign-on'

const WINDOWS = [
  ['phone', PHONE, 'dark'],
  ['desktop', DESKTOP, 'light'],
] as const

const PATHS = {
  overview: HOME,
  provider: `${HOME}/provider?preset=entra`,
  certificates: `${HOME}/certificates`,
  members: `${HOME}/members`,
  attempts: `${HOME}/attempts`,
  host: `${HOME}/host`,
}

test.group('Single sign-on pages', (group) => {
  let connectedTenant: Tenant
  let freshTenant: Tenant
  let lostTenant: Tenant
  let provider: TestIdentityProvider

  group.setup(async () => {
    ;[freshTenant, connectedTenant] = [await makeTenant(), await makeTenant()]
    provider = await TestIdentityProvider.make()
    const connection = await connected(connectedTenant, provider, { name: 'Acme ID' })
    await inLive(connectedTenant, () => OwnKeys.take('announce', CONSOLE))
    const visitor = new SsoVisitor(connectedTenant)
    await visitor.logIn(provider, connection, { audience: 'https://wrong.example' })
    lostTenant = await makeTenant()
    await connected(lostTenant, provider, { name: 'Acme ID' })
    const host = 'login.acme.example'
    await inLive(lostTenant, () => Connection.query().update({ host }))
    return () => closeBrowser()
  })

  for (const [size, viewport, colorScheme] of WINDOWS) {
    test(`keep nobody out and fit: ${size}, ${colorScheme}`, async ({ assert }) => {
      for (const [state, tenant] of [
        ['fresh', freshTenant],
        ['connected', connectedTenant],
        ['lost', lostTenant],
      ] as const) {
        const window = await DashboardWindow.of(tenant, { viewport, colorScheme })
        for (const [name, path] of Object.entries(PATHS)) {
          await window.go(path)
          await window.shoot(`sso-${state}-${name}-${size}-${colorScheme}`)
          assert.deepEqual(await window.barriers(), [], `${state} ${name}`)
          assert.isAtMost(await window.overflow(), 0, `${state} ${name}`)
        }
        assert.deepEqual(window.troubles, [])
        await window.close()
      }
    })
  }
})

test.group('Single sign-on in a browser', (group) => {
  let server: Server
  let address: string
  let visits: string[]

  group.setup(() => closeBrowser)
  group.each.setup(async () => {
    visits = []
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      visits.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`)
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Provider</title><h1>Provider</h1>')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return () => {
      server.closeAllConnections()
      server.close()
    }
  })

  async function tenantWith(ssoBinding: 'post' | 'redirect'): Promise<Tenant> {
    const tenant = await makeTenant()
    const { certificate } = await TestIdentityProvider.make()
    const fields = { entityId: 'https://idp.example', ssoUrl: `${address}/sso`, sloUrl: '' }
    const metadata = { ...fields, ssoBinding, certificates: pemOf(certificate) }
    await inLive(tenant, () => Connecting.connect(Connecting.written(metadata), {}, CONSOLE))
    return tenant
  }

  test('carries a request by a form, whose policy names the provider alone', async ({ assert }) => {
    const window = await DashboardWindow.open(await tenantWith('post'))
    await window.go('/sso/saml/login')
    await window.press('Continue')
    await window.page.getByRole('heading', { name: 'Provider' }).waitFor()
    assert.match(visits[0], /^POST \/sso SAMLRequest=/)
    assert.deepEqual(
      window.troubles.filter((one) => !one.includes('favicon')),
      []
    )
    await window.close()
  })

  test('carries a request by a redirect from the log-in page', async ({ assert }) => {
    const window = await DashboardWindow.open(await tenantWith('redirect'))
    await window.go('/login')
    await window.follow(/^Continue with/)
    await window.page.getByRole('heading', { name: 'Provider' }).waitFor()
    assert.match(visits[0], /^GET \/sso\?SAMLRequest=/)
    await window.close()
  })
})
