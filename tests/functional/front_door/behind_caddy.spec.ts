import { request } from 'node:http'
import { test } from '@japa/runner'
import Session from '#app/identity/sessions/session'
import { DomainRegister } from '#app/tenants/domains/domain_register'
import { SYSTEM } from '#app/audit/actor'
import { nameServers } from '#app/tenants/hosts/name_server'
import { platformHost } from '#app/tenants/hosts/public_address'
import type Tenant from '#app/tenants/tenant'
import { freePort } from '#app/foundation/processes/free_port'
import { MAX_MEBIBYTES } from '#app/verification/verified_upload'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Caddy } from '#tests/support/caddy'
import { inLive, ownerOf, PASSWORD, withPassword } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, claimDomain } from '#tests/support/domain_hand'
import { HttpsBrowser } from '#tests/support/https_browser'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'

let serial = 0
const someHost = () => `sign.h${(serial += 1)}${Date.now().toString(36)}.com`

test.group('Behind Caddy', (group) => {
  let world: DnsWorld
  let web: WebProcess
  let caddy: Caddy
  let acme: Tenant
  let host: string
  let email: string

  group.setup(async () => {
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    acme = await makeTenant({ plan: 'enterprise', name: 'Acme Seals' })
    email = (await withPassword(acme, await ownerOf(acme))).email
    host = (await activeDomain(acme, someHost(), world)).host
    const ports = await Caddy.freePorts()
    web = await WebProcess.start({
      PUBLIC_SCHEME: 'https',
      PUBLIC_PORT: String(ports.https),
      TRUSTED_PROXIES: '127.0.0.1/32',
      DNS_SERVERS: world.address,
    })
    const away = `127.0.0.1:${await freePort()}`
    caddy = await Caddy.start([new URL(web.origin).host, away], ports)
    return async () => {
      nameServers.use()
      await caddy.stop()
      await web.stop()
      await world.close()
    }
  })

  const logIn = async (browser: HttpsBrowser, at = host, headers = {}) =>
    browser.post(at, '/login', { email, password: PASSWORD }, headers)

  test('a tenant’s own host has a certificate of its own, and its portal behind it', async ({
    assert,
  }) => {
    const page = await new HttpsBrowser(caddy).get(host, '/login')
    assert.equal(page.status, 200)
    assert.include(page.text, 'Acme Seals')
    assert.equal(page.certificate.subjectaltname, `DNS:${host}`)
    assert.match(String(page.headers['strict-transport-security']), /^max-age=31536000/)
  })

  test('requests go to a web process that is there, while another is away', async ({ assert }) => {
    const browser = new HttpsBrowser(caddy)
    const statuses = new Set<number>()
    for (let count = 0; count < 6; count += 1)
      statuses.add((await browser.get(host, '/login')).status)
    assert.deepEqual(statuses, new Set([200]))
  })

  for (const drainSeconds of ['0', '5'])
    test(`a restart of the only web process loses no request, with DRAIN_SECONDS=${drainSeconds}`, async ({
      assert,
      cleanup,
    }) => {
      const [ports, port] = [await Caddy.freePorts(), await freePort()]
      const settings = {
        PUBLIC_SCHEME: 'https',
        PUBLIC_PORT: String(ports.https),
        TRUSTED_PROXIES: '127.0.0.1/32',
        DRAIN_SECONDS: drainSeconds,
      }
      const isReady = async () =>
        (await fetch(`http://127.0.0.1:${port}/internal/ready`).catch(() => null))?.ok ?? false
      const first = await WebProcess.begin(settings, port)
      cleanup(() => first.kill())
      await until(isReady)
      const own = await Caddy.start([`127.0.0.1:${port}`], ports)
      cleanup(() => own.stop())
      const browser = new HttpsBrowser(own)
      const statuses: number[] = []
      let isOver = false
      const asking = (async () => {
        while (!isOver) statuses.push((await browser.get(host, '/login')).status)
      })()
      await until(() => statuses.length > 3)
      await first.stop()
      const second = await WebProcess.begin(settings, port)
      cleanup(() => second.kill())
      await until(isReady)
      const before = statuses.length
      await until(() => statuses.length > before + 3)
      isOver = true
      await asking
      assert.deepEqual(new Set(statuses), new Set([200]))
    })

  test('the API answers there, to keys of this tenant alone', async ({ assert }) => {
    const browser = new HttpsBrowser(caddy)
    const ask = (secret: string) =>
      browser.get(host, '/api/v1/webhooks', { authorization: `Bearer ${secret}` })
    assert.equal((await ask((await ApiClient.of(acme, 'live')).secret)).status, 200)
    const stranger = await ApiClient.of(await makeTenant({ plan: 'enterprise' }), 'live')
    assert.equal((await ask(stranger.secret)).status, 401)
  })

  test('the description and the documentation are compressed, pages of the dashboard are not', async ({
    assert,
  }) => {
    const browser = new HttpsBrowser(caddy)
    const encodingOf = async (path: string) =>
      (await browser.get(host, path, { 'accept-encoding': 'gzip' })).headers['content-encoding']
    for (const path of ['/api/v1/openapi.json', '/docs/reference/documents', '/docs/listen.mjs'])
      assert.equal(await encodingOf(path), 'gzip', path)
    assert.isUndefined(await encodingOf('/login'))
  })

  test('cookies stay on their host, and are for https alone', async ({ assert }) => {
    const browser = new HttpsBrowser(caddy)
    const done = await logIn(browser)
    assert.equal(done.status, 303)
    const [cookie] = done.headers['set-cookie'] ?? []
    assert.match(cookie, /^__Host-session=[^;]+;/)
    for (const part of [/; Path=\/(;|$)/, /; Secure/, /; HttpOnly/, /; SameSite=Lax/i])
      assert.match(cookie, part)
    assert.notMatch(cookie, /domain=/i)
    assert.equal((await browser.get(host, '/documents')).status, 200)
  })

  for (const [name, nobody] of [
    ['an unknown host', async () => someHost()],
    ['a claim that waits', async () => (await claimDomain(acme, someHost())).host],
    [
      'a host that was removed',
      async () => {
        const domain = await activeDomain(acme, someHost(), world)
        await DomainRegister.remove(domain, SYSTEM)
        return domain.host
      },
    ],
    ['a name below a tenant’s host', async () => `x.${host}`],
    ['a slug that nobody has', async () => platformHost('nobody-at-all')],
  ] as const)
    test(`${name} gets no certificate`, async ({ assert }) => {
      await assert.rejects(
        async () => new HttpsBrowser(caddy).get(await nobody(), '/login'),
        /alert/
      )
    })

  test('a request without a name, or with another in its head than in its handshake, learns nothing', async ({
    assert,
  }) => {
    const browser = new HttpsBrowser(caddy)
    const other = await browser.get(host, '/login', { host: someHost() })
    assert.notEqual(other.status, 200)
    assert.notInclude(other.text, 'Acme')
  })

  test('what a client claims about its way is replaced', async ({ assert }) => {
    const browser = new HttpsBrowser(caddy)
    await inLive(acme, () => Session.query().delete())
    const forged = {
      'x-forwarded-for': '203.0.113.66',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '81',
      'x-real-ip': '203.0.113.66',
      'forwarded': 'for=203.0.113.66;host=evil.example;proto=http',
      'x-original-host': 'evil.example',
    }
    const done = await logIn(browser, host, forged)
    assert.equal(done.status, 303)
    assert.notInclude(JSON.stringify(done.headers), 'evil')
    const sessions = await inLive(acme, () => Session.query())
    assert.deepEqual(
      sessions.map(({ ipAddress }) => ipAddress),
      ['127.0.0.1']
    )
    const page = await browser.get(host, '/settings/domains', forged)
    assert.notInclude(page.text, 'evil.example')
    const api = await browser.get(host, '/api/v1/nothing', forged)
    assert.notInclude(api.text, 'evil.example')
    assert.include(api.text, browser.url(host, '/docs/errors'))
  })

  test('nobody outside asks what is for the inside', async ({ assert }) => {
    const browser = new HttpsBrowser(caddy)
    for (const path of [
      `/internal/tls-ask?domain=${host}`,
      `/INTERNAL/tls-ask?domain=${host}`,
      `/%69nternal/tls-ask?domain=${host}`,
      `//internal/tls-ask?domain=${host}`,
      `/x/../internal/tls-ask?domain=${host}`,
      '/internal/health',
      '/internal/ready',
    ]) {
      const answer = await browser.get(host, path)
      assert.notEqual(answer.status, 200, path)
      assert.notInclude(answer.text, 'Yes')
    }
  })

  test('a file as large as may be checked gets through', async ({ assert }) => {
    const line = 'line-of-the-form'
    const head = `--${line}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(MAX_MEBIBYTES * 2 ** 20, 'x'),
      Buffer.from(`\r\n--${line}--\r\n`),
    ])
    const { status, text } = await new HttpsBrowser(caddy).ask(
      new URL(`https://${host}:${caddy.httpsPort}/verify`),
      {
        method: 'POST',
        body,
        headers: {
          'content-type': `multipart/form-data; boundary=${line}`,
          'sec-fetch-site': 'same-origin',
        },
      }
    )
    assert.include(text, 'This is not a PDF')
    assert.isBelow(status, 500)
  })

  test('in clear the API is refused and sent nowhere, and people are sent to https', async ({
    assert,
  }) => {
    const inClear = (path: string) =>
      new Promise<{ status?: number; location?: string; text: string }>((resolve, reject) => {
        const options = { port: caddy.httpPort, path, headers: { host }, agent: false }
        request({ host: '127.0.0.1', ...options }, (response) => {
          let text = ''
          response.on('data', (chunk) => (text += chunk))
          const { statusCode: status, headers } = response
          response.on('end', () => resolve({ status, location: headers.location, text }))
        })
          .on('error', reject)
          .end()
      })
    const api = await inClear('/api/v1/documents')
    assert.equal(api.status, 403)
    assert.include(api.text, 'https_required')
    assert.isUndefined(api.location)
    const page = await inClear('/login')
    assert.equal(page.status, 308)
    assert.equal(page.location, `https://${host}/login`)
    assert.equal((await inClear('/internal/health')).status, 308)
  })

  test('a person logged in at one host of the tenant gets to the other with one code', async ({
    assert,
  }) => {
    const browser = new HttpsBrowser(caddy)
    const home = platformHost(acme.slug)
    await logIn(browser, home)
    const from = new URLSearchParams({ from: home, next: '/settings/domains' })
    const asking = await browser.open(browser.url(host, `/arrivals/new?${from}`))
    assert.equal(asking.url.hostname, home)
    const asked = Object.fromEntries(asking.url.searchParams)
    const confirmed = await browser.post(home, '/departures', asked)
    const page = await browser.open(String(confirmed.headers.location))
    assert.equal(page.status, 200)
    assert.equal(page.url.href, browser.url(host, '/settings/domains'))
    const names = (at: string) => [...(browser.cookies.get(at) ?? new Map()).keys()]
    assert.sameMembers(names(host), ['__Host-session', '__Host-device'])
    assert.notEqual(
      browser.cookies.get(host)?.get('__Host-session'),
      browser.cookies.get(home)?.get('__Host-session')
    )
  })
})
