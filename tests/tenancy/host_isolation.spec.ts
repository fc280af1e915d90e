import { test } from '@japa/runner'
import testUtils from '@adonisjs/core/services/test_utils'
import { SYSTEM } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import Session from '#app/identity/sessions/session'
import UserLink from '#app/identity/users/user_link'
import { EmbedOrigins } from '#app/signing/embedding/embed_origins'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Domain from '#app/tenants/domains/domain'
import { DomainRegister } from '#app/tenants/domains/domain_register'
import { nameServers } from '#app/tenants/hosts/name_server'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import type Tenant from '#app/tenants/tenant'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { ApiClient, ask } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import {
  activeDomain,
  claimDomain,
  eraseRecords,
  look,
  project,
  writeRecords,
} from '#tests/support/domain_hand'

let serial = 0
const someName = () => `z${(serial += 1)}${Date.now().toString(36)}.com`
const someHost = () => `sign.${someName()}`
const HOUR_MS = 3_600_000

const statusAt = async (host: string, path: string) =>
  (await ask({ path, headers: { host } })).status
const bareAt = async (host: string, path: string) => {
  const { status, text } = await ask({ path, headers: { host } })
  return status === 404 && text === 'Not found\n'
}

test.group('Hosts | isolation', (group) => {
  let world: DnsWorld
  let acme: Tenant
  let other: Tenant

  group.setup(async () => {
    const stop = await testUtils.httpServer().start()
    acme = await makeTenant({ plan: 'enterprise', name: 'Acme Seals' })
    other = await makeTenant({ plan: 'enterprise', name: 'Other House' })
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    return async () => {
      nameServers.use()
      await world.close()
      await stop()
    }
  })
  group.each.teardown(() => clock.restore())

  const suspend = async (domain: Domain) => {
    await eraseRecords(domain, world)
    for (const hours of [0, 50, 30]) {
      clock.travel(hours * HOUR_MS)
      await look(domain)
    }
    clock.restore()
  }

  test('a tenant’s host gives that tenant’s data alone, to its keys and its people', async ({
    assert,
  }) => {
    const { host } = await activeDomain(acme, someHost(), world)
    const document = await inLive(other, () => makeDocument({ title: 'Secret of Other House' }))
    const theirs = await ApiClient.of(other, 'live')
    assert.equal((await theirs.at(host).get(`/api/v1/documents/${document.id}`)).status, 401)
    const ours = await ApiClient.of(acme, 'live')
    assert.equal((await ours.at(host).get(`/api/v1/documents/${document.id}`)).status, 404)
    assert.equal((await ours.at(host).get('/api/v1/documents')).status, 200)
    const stranger = new Visitor(acme, null, host)
    stranger.cookies = (await Visitor.as(other)).cookies
    assert.match(String((await stranger.get('/documents')).headers.location), /^\/login/)
  })

  test('a claim, a host that was given back and an unknown one lead to nobody', async ({
    assert,
  }) => {
    const claim = await claimDomain(acme, someHost())
    const given = await activeDomain(acme, someHost(), world)
    await DomainRegister.remove(given, SYSTEM)
    for (const host of [claim.host, given.host, someHost()])
      for (const path of [
        '/',
        '/login',
        '/api/v1/health',
        '/sign/tok_x',
        '/track/x',
        '/assets/1/css/app.css',
      ])
        assert.isTrue(await bareAt(host, path), `${host}${path}`)
  })

  test('a suspended host leads links of documents on, and finds nobody for all else', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const domain = await activeDomain(tenant, someHost(), world)
    await suspend(domain)
    const { host } = domain
    for (const path of ['/', '/login', '/documents', '/api/v1/health', '/docs/errors'])
      assert.isTrue(await bareAt(host, path), path)
    for (const path of ['/sign/tok_abc', '/track/tok_abc', '/f/tok_abc']) {
      const answer = await ask({ path: `${path}?x=https://evil.example`, headers: { host } })
      assert.equal(answer.status, 307)
      const to = new URL(String(answer.headers.location))
      assert.deepEqual([to.hostname, to.pathname, to.search], [platformHost(tenant.slug), path, ''])
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.headers['referrer-policy'], 'no-referrer')
      assert.equal((await ask({ method: 'POST', path, headers: { host } })).status, 404)
    }
    const code = `document=doc_${'0'.repeat(26)}&sha256=${'a'.repeat(64)}`
    for (const path of ['/verify', '/track/tok_abc']) {
      const { status, headers } = await ask({ path: `${path}?${code}&x=1`, headers: { host } })
      const to = new URL(String(headers.location))
      assert.deepEqual([status, to.pathname, to.search], [307, path, `?${code}`])
    }
    const second = await activeDomain(tenant, someHost(), world)
    const { headers } = await ask({ path: '/sign/tok_abc', headers: { host } })
    assert.equal(new URL(String(headers.location)).hostname, second.host)
  })

  test('a suspended host says of links that let in, or open once, what to do instead, and takes no token along', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise', name: 'Acme Estates' })
    const owner = await ownerOf(tenant)
    const secret = await inLive(tenant, async () => (await UserLink.issue(owner, 'reset')).token())
    const token = secret.release()
    const domain = await activeDomain(tenant, someHost(), world)
    await suspend(domain)
    const { host } = domain
    const read = (path: string, headers: Record<string, string> = {}) =>
      ask({ path, headers: { host, ...headers } })
    const [known, unknown] = [await read(`/reset/${token}`), await read('/reset/made_up')]
    assert.equal(known.status, 410)
    assert.include(known.text, `This link to ${host} no longer works`)
    assert.include(known.text, `href="${publicUrl(platformHost(tenant.slug), '/forgot')}"`)
    for (const left of [token, tenant.name, 'http-equiv', '<script'])
      assert.notInclude(known.text, left)
    const without = ({ text }: { text: string }) => text.replaceAll(/nonce="[^"]+"/g, '')
    assert.equal(without(known), without(unknown))
    assert.equal(known.headers['cache-control'], 'no-store')
    assert.equal(known.headers['referrer-policy'], 'no-referrer')
    assert.match(String(known.headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.equal((await read('/welcome/x')).status, 410)
    for (const path of ['/embed/emb_x', '/embed-editor/edt_x', '/in-person/inp_x']) {
      const { status, text, headers } = await read(path, { 'accept-language': 'de' })
      assert.equal(status, 410, path)
      const isRefused = String(headers['content-security-policy']).includes('frame-ancestors')
      assert.equal(isRefused, !path.startsWith('/embed'))
      assert.include(text, '<html lang="de">')
      assert.include(text, 'öffnen Sie ihn dort noch einmal')
      assert.notInclude(text, platformHost(tenant.slug))
    }
    for (const path of ['/reset/x', '/in-person/inp_x'])
      assert.equal((await ask({ method: 'POST', path, headers: { host } })).status, 404)
    assert.isTrue(await bareAt(someHost(), '/reset/x'))
  })

  test('a purpose that a host has not is not served there', async ({ assert }) => {
    const served = async (purposes: ('app' | 'signing' | 'api')[]) => {
      const { host } = await activeDomain(acme, someHost(), world, { purposes })
      const answers = await Promise.all(
        [
          ...['/login', '/sign/tok_x', '/embed/tok_x', '/sign-identity', '/track/tok_x'],
          ...['/f/tok_x', '/confirm/tok_x', '/api/v1/health', '/docs/errors'],
        ].map(async (path) => ((await bareAt(host, path)) ? '-' : path.split('/')[1]))
      )
      return answers.join(' ')
    }
    assert.equal(await served(['app']), 'login - - - track f confirm - -')
    assert.equal(await served(['signing']), '- sign embed sign-identity track f confirm - -')
    assert.equal(await served(['api']), '- - - - - - - api docs')
    assert.equal(
      await served(['app', 'signing', 'api']),
      'login sign embed sign-identity track f confirm api docs'
    )
  })

  test('signing in a frame or in person leads to the host of signing pages', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const { host } = await activeDomain(tenant, someHost(), world, { purposes: ['signing'] })
    const { host: dashboard } = await activeDomain(tenant, someHost(), world, { purposes: ['app'] })
    const made = await inLive(tenant, async () => {
      await unit(() => EmbedOrigins.allow('https://app.customer.example', SYSTEM))
      return makeDocument({ signers: [ANA, { ...BEN, inPerson: true }] })
    })
    const [ana, ben] = made.signers
    const api = await ApiClient.of(tenant, 'live', {
      scopes: ['documents:read', 'documents:write', 'links:read'],
    })
    const linkOf = async (signer: string, kind: string, json: object) => {
      const path = `/api/v1/documents/${made.id}/signers/${signer}/${kind}`
      return new URL(String((await api.post(path, json)).body.url))
    }
    const framed = await linkOf(ana.id, 'embed-links', { origin: 'https://app.customer.example' })
    assert.equal(framed.hostname, host)
    const session = (await ask({ path: framed.pathname, headers: { host } })).headers.location
    assert.equal(await statusAt(host, String(session)), 200)

    const { email } = (await Visitor.as(tenant)).user!
    const handed = await linkOf(ben.id, 'in-person-links', { host: email })
    assert.equal(handed.hostname, dashboard)
    const { headers } = await ask({ path: handed.pathname, headers: { host: dashboard } })
    const onwards = new URL(String(headers.refresh).replace('0; url=', ''))
    assert.equal(onwards.hostname, host)
    assert.equal(await statusAt(host, onwards.pathname), 200)

    await inLive(tenant, () => made.void({ by: OLGA }))
    const { text } = await ask({ path: onwards.pathname, headers: { host } })
    const next = encodeURIComponent(`/documents/${made.id}`)
    const [, logIn] = /href="([^"]*\/login\?[^"]*)"/.exec(text)!
    const address = new URL(logIn, `http://${host}`)
    assert.equal(address.hostname, dashboard, 'the host of the device logs in again')
    assert.equal(address.search, `?next=${next}`)
    assert.equal(await statusAt(dashboard, `/login${address.search}`), 200)
  })

  test('styles of pages and the script of frames are there on every host', async ({ assert }) => {
    for (const purposes of [['app'], ['signing'], ['api']] as const) {
      const { host } = await activeDomain(acme, someHost(), world, { purposes })
      for (const path of ['/assets/1/css/app.css', '/embed.js'])
        assert.isFalse(await bareAt(host, path), path)
    }
  })

  test('a deleted tenant’s host leads to nobody', async ({ assert }) => {
    const gone = await makeTenant({ plan: 'enterprise' })
    const { host } = await activeDomain(gone, someHost(), world)
    assert.equal(await statusAt(host, '/login'), 200)
    await gone.merge({ status: 'deleted' }).save()
    tenantResolver.forget()
    assert.isTrue(await bareAt(host, '/login'))
    assert.equal(await statusAt(host, `/internal/tls-ask?domain=${host}`), 404)
  })
})

test.group('Hosts | below a reseller’s base', (group) => {
  let world: DnsWorld
  let reseller: Tenant
  let base: Domain

  group.setup(async () => {
    const stop = await testUtils.httpServer().start()
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    reseller = await makeTenant({ plan: 'enterprise', name: 'Reseller' })
    base = await activeDomain(reseller, someName(), world, { kind: 'base' })
    return async () => {
      nameServers.use()
      await world.close()
      await stop()
    }
  })
  group.each.teardown(() => clock.restore())

  const child = async (parent: Tenant, name: string, plan = 'free') => {
    const tenant = await makeTenant({ plan, name })
    await tenant.merge({ parentId: parent.id }).save()
    tenantResolver.forget()
    await project(tenant)
    return tenant
  }
  const below = ({ slug }: Tenant) => `${slug}.${base.host}`
  const entitlements = (tenant: Tenant) => inLive(tenant, () => TenantEntitlements.current())

  test('each of its tenants is found at its slug, on any plan, and at the platform’s host too', async ({
    assert,
  }) => {
    const one = await child(reseller, 'One & Co')
    const two = await child(reseller, 'Two Ltd')
    for (const [tenant, name] of [
      [one, 'One &amp; Co'],
      [two, 'Two Ltd'],
    ] as const) {
      for (const host of [below(tenant), platformHost(tenant.slug)]) {
        const page = await ask({ path: '/login', headers: { host } })
        assert.equal(page.status, 200, host)
        assert.include(page.text, name)
      }
      const host = below(tenant)
      assert.containSubset(await entitlements(tenant), { host, signingHost: host, apiHost: host })
    }
  })

  test('nobody else is: not the reseller, strangers, deeper or made-up names, nor the base itself', async ({
    assert,
  }) => {
    const stranger = await makeTenant({ name: 'Stranger' })
    const one = await child(reseller, 'One')
    const grandchild = await child(one, 'Grandchild')
    for (const host of [
      below(stranger),
      below(reseller),
      below(grandchild),
      `x.${below(one)}`,
      `nobody.${base.host}`,
      base.host,
      `www.${base.host}`,
    ])
      assert.isTrue(await bareAt(host, '/login'), host)
  })

  test('is inherited by a new tenant from the first moment', async ({ assert }) => {
    const slug = `n${Date.now().toString(36)}`
    const owner = { id: newId('usr'), email: `o@${slug}.test`, name: 'O', passwordHash: null }
    const made = await Provisioning.create({
      ...{ name: 'New', slug, plan: 'free', parentId: reseller.id },
      owner,
    })
    const host = below(made)
    assert.containSubset(await entitlements(made), { host, signingHost: host, apiHost: host })
  })

  test('a released tenant is found there no more, and its sibling still is', async ({ assert }) => {
    const leaving = await child(reseller, 'Leaving')
    const staying = await child(reseller, 'Staying')
    assert.equal(await statusAt(below(leaving), '/login'), 200)
    await leaving.merge({ parentId: null }).save()
    await project(leaving)
    assert.isTrue(await bareAt(below(leaving), '/login'))
    assert.equal(await statusAt(`x`, `/internal/tls-ask?domain=${below(leaving)}`), 404)
    assert.equal((await entitlements(leaving)).host, platformHost(leaving.slug))
    assert.equal(await statusAt(below(staying), '/login'), 200)
  })

  test('a sibling’s key and session are worth nothing there', async ({ assert }) => {
    const one = await child(reseller, 'One', 'pro')
    const two = await child(reseller, 'Two', 'pro')
    const client = await ApiClient.of(one, 'live')
    assert.equal((await client.at(below(one)).get('/api/v1/webhooks')).status, 200)
    assert.equal((await client.at(below(two)).get('/api/v1/webhooks')).status, 401)
    const parent = await ApiClient.of(reseller, 'live')
    assert.equal((await parent.at(below(one)).get('/api/v1/webhooks')).status, 401)
    const visitor = new Visitor(two, null, below(two))
    visitor.cookies = (await Visitor.as(one)).cookies
    assert.match(String((await visitor.get('/documents')).headers.location), /^\/login/)
  })

  test('a host below the base is not to be claimed by others, and by its owner where nobody lives', async ({
    assert,
  }) => {
    const one = await child(reseller, 'One')
    const stranger = await makeTenant({ plan: 'enterprise' })
    for (const [tenant, host] of [
      [stranger, `sign.${base.host}`],
      [stranger, below(one)],
      [one, `sign.${base.host}`],
      [reseller, below(one)],
    ] as const)
      await assert.rejects(() => claimDomain(tenant, host), /in use/)
    const { host } = await activeDomain(reseller, `portal.${base.host}`, world)
    const page = await ask({ path: '/login', headers: { host } })
    assert.include(page.text, 'Reseller')
  })

  test('own hosts of a tenant come before it, and it comes back when they go', async ({
    assert,
  }) => {
    const one = await child(reseller, 'One', 'enterprise')
    const own = await activeDomain(one, someHost(), world, { purposes: ['signing'] })
    assert.containSubset(await entitlements(one), { host: below(one), signingHost: own.host })
    await DomainRegister.remove(own, SYSTEM)
    await project(one)
    assert.containSubset(await entitlements(one), { host: below(one), signingHost: below(one) })
  })

  test('a reseller that may not resell any more takes no address from its tenants, and gets no other base', async ({
    assert,
  }) => {
    const another = await makeTenant({ plan: 'enterprise', hasPassword: true })
    const domain = await activeDomain(another, someName(), world, { kind: 'base' })
    const one = await child(another, 'One')
    const host = `${one.slug}.${domain.host}`
    const claimed = await claimDomain(another, someName(), { kind: 'base' })
    await another.merge({ planKey: 'pro' }).save()
    await project(another)
    await project(one)
    assert.equal((await ask({ path: '/login', headers: { host } })).status, 200)
    assert.containSubset(await entitlements(one), { host, signingHost: host })
    await look(domain)
    assert.equal((await domain.refresh()).status, 'active')
    await writeRecords(claimed, world)
    await look(claimed)
    assert.equal((await claimed.refresh()).status, 'pending')
    const moved = await child(reseller, 'Moved')
    await moved.merge({ parentId: null }).save()
    await project(moved)
    assert.equal((await entitlements(moved)).host, platformHost(moved.slug))
  })

  test('a base whose records are gone serves nobody once it is suspended', async ({ assert }) => {
    const another = await makeTenant({ plan: 'enterprise' })
    const domain = await activeDomain(another, someName(), world, { kind: 'base' })
    const one = await child(another, 'One')
    const host = `${one.slug}.${domain.host}`
    assert.equal((await entitlements(one)).host, host)
    await eraseRecords(domain, world)
    for (const hours of [0, 50, 30]) {
      clock.travel(hours * HOUR_MS)
      await look(domain)
    }
    clock.restore()
    await project(one)
    assert.isTrue(await bareAt(host, '/login'))
    assert.equal((await entitlements(one)).host, platformHost(one.slug))
    for (const path of ['/sign/tok_abc', '/track/tok_abc']) {
      const { status, headers } = await ask({ path, headers: { host } })
      assert.equal(status, 307, path)
      const to = new URL(String(headers.location))
      assert.deepEqual([to.hostname, to.pathname], [platformHost(one.slug), path])
    }
    const stranger = await makeTenant()
    for (const name of [stranger.slug, 'made-up'])
      assert.isTrue(await bareAt(`${name}.${domain.host}`, '/sign/tok_abc'), name)
  })
})

test.group('Hosts | transfer', (group) => {
  let world: DnsWorld
  let acme: Tenant
  let other: Tenant
  let own: string
  let theirs: string

  group.setup(async () => {
    const stop = await testUtils.httpServer().start()
    acme = await makeTenant({ plan: 'enterprise' })
    other = await makeTenant({ plan: 'enterprise' })
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    own = (await activeDomain(acme, someHost(), world)).host
    theirs = (await activeDomain(other, someHost(), world)).host
    return async () => {
      nameServers.use()
      await world.close()
      await stop()
    }
  })
  group.each.teardown(() => clock.restore())

  const LOG_IN = '/login?next=%2Fsettings%2Fdomains'
  const at = (host: string, tenant = acme) => new Visitor(tenant, null, host)
  const pathOf = (location: unknown) => {
    const { hostname, pathname, search } = new URL(String(location))
    return { hostname, path: pathname + search }
  }
  /** Up to the code, which the browser has not brought yet. */
  const depart = async (next = '/settings/domains') => {
    const home = await Visitor.as(acme)
    const arriving = at(own)
    const query = new URLSearchParams({ from: home.host, next })
    const sent = pathOf((await arriving.get(`/arrivals/new?${query}`)).headers.location)
    const asked = Object.fromEntries(new URLSearchParams(sent.path.split('?')[1]))
    const back = pathOf((await home.post('/departures', asked)).headers.location)
    return { home, arriving, sent, back }
  }

  test('a code lets the browser in that fetched it, once', async ({ assert }) => {
    const { home, arriving, sent, back } = await depart()
    assert.equal(sent.hostname, home.host)
    assert.equal(back.hostname, own)
    const arrived = await arriving.get(back.path)
    assert.equal(arrived.headers.location, '/settings/domains')
    assert.equal((await arriving.get('/settings/domains')).status, 200)
    const again = at(own)
    again.cookies.set('arrival', 'whatever')
    assert.equal((await again.get(back.path)).headers.location, LOG_IN)
    assert.isFalse(again.cookies.has('session'))
  })

  test('it is of no use to another browser, and used up by the try', async ({ assert }) => {
    const { arriving, back } = await depart()
    assert.equal((await at(own).get(back.path)).headers.location, LOG_IN)
    const thief = at(own)
    thief.cookies.set('arrival', 'a guess')
    assert.equal((await thief.get(back.path)).headers.location, LOG_IN)
    assert.equal((await arriving.get(back.path)).headers.location, LOG_IN)
  })

  test('it is good for half a minute', async ({ assert }) => {
    const { arriving, back } = await depart()
    clock.travel(31_000)
    assert.equal((await arriving.get(back.path)).headers.location, LOG_IN)
  })

  test('of many who bring it at once one is let in', async ({ assert }) => {
    const { arriving, back } = await depart()
    const browsers = Array.from({ length: 12 }, () => {
      const browser = at(own)
      browser.cookies = new Map(arriving.cookies)
      return browser
    })
    const answers = await Promise.all(browsers.map((browser) => browser.get(back.path)))
    assert.lengthOf(
      answers.filter(({ headers }) => headers.location !== LOG_IN),
      1
    )
  })

  test('it opens no other host of the tenant, nor one of another tenant', async ({ assert }) => {
    const second = (await activeDomain(acme, someHost(), world)).host
    for (const [host, tenant] of [
      [second, acme],
      [theirs, other],
    ] as const) {
      const { arriving, back } = await depart()
      const browser = at(host, tenant)
      browser.cookies = new Map(arriving.cookies)
      assert.equal((await browser.get(back.path)).headers.location, LOG_IN)
      assert.isFalse(browser.cookies.has('session'))
    }
  })

  test('it is worth nothing once its log-in has ended', async ({ assert }) => {
    const { home, arriving, back } = await depart()
    await home.post('/logout')
    assert.equal((await arriving.get(back.path)).headers.location, LOG_IN)
    const disabled = await depart()
    const user = disabled.home.user!
    await inLive(acme, () => user.merge({ disabledAt: clock.now() }).save())
    assert.equal((await disabled.arriving.get(disabled.back.path)).headers.location, LOG_IN)
    await inLive(acme, () => user.merge({ disabledAt: null }).save())
  })

  test('nobody is sent to a host that is not the tenant’s, or has no dashboard', async ({
    assert,
  }) => {
    const home = await Visitor.as(acme)
    const signing = (await activeDomain(acme, someHost(), world, { purposes: ['signing'] })).host
    const claim = (await claimDomain(acme, someHost())).host
    const nonce = 'a'.repeat(64)
    for (const host of [
      theirs,
      signing,
      claim,
      'evil.example',
      home.host,
      `${own}.`,
      `${own}@evil.example`,
      '',
    ]) {
      const to = new URLSearchParams({ to: host, nonce })
      assert.equal((await home.get(`/departures/new?${to}`)).status, 404, host)
      assert.equal((await home.post('/departures', { to: host, nonce })).status, 404, host)
      const from = new URLSearchParams({ from: host })
      assert.equal((await at(home.host).get(`/arrivals/new?${from}`)).status, 404, host)
    }
    for (const bad of ['', 'x', 'A'.repeat(64)])
      assert.equal(
        (await home.get(`/departures/new?${new URLSearchParams({ to: own, nonce: bad })}`)).status,
        404
      )
  })

  test('where it leads on to is a page of the dashboard, whatever was asked', async ({
    assert,
  }) => {
    for (const next of ['https://evil.example/', '//evil.example', '/logout', '/\\evil.example']) {
      const { arriving, back } = await depart(next)
      assert.equal((await arriving.get(back.path)).headers.location, '/documents')
    }
  })

  test('who is not logged in is asked to, at the host where they want to be', async ({
    assert,
  }) => {
    const arriving = at(own)
    const from = new URLSearchParams({ from: platformHost(acme.slug), next: '/settings/domains' })
    const sent = pathOf((await arriving.get(`/arrivals/new?${from}`)).headers.location)
    const back = pathOf((await at(sent.hostname).get(sent.path)).headers.location)
    assert.deepEqual(back, { hostname: own, path: '/login?next=%2Fsettings%2Fdomains' })
  })

  test('a page of somebody else cannot make a browser go over', async ({ assert }) => {
    const home = await Visitor.as(acme)
    const query = new URLSearchParams({ to: own, nonce: 'a'.repeat(64) })
    const embedded = await home.get(`/departures/new?${query}`, {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    })
    assert.equal(embedded.status, 403)
  })

  test('nothing that was shown stands in the database', async ({ assert }) => {
    const { back } = await depart()
    const code = new URLSearchParams(back.path.split('?')[1]).get('code') ?? ''
    const [rows] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: 'select * from crossings' }])
    )
    assert.notInclude(JSON.stringify(rows), code)
    assert.isAbove((await inLive(acme, () => Session.query())).length, 0)
  })
})
