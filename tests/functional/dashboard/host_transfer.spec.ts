import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { nameServers } from '#app/tenants/hosts/name_server'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import type Domain from '#app/tenants/domains/domain'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Session from '#app/identity/sessions/session'
import type Tenant from '#app/tenants/tenant'
import type { Answer } from '#tests/factories/api_client'
import { makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, eraseRecords, look, project } from '#tests/support/domain_hand'
import { OperatorVisitor } from '#tests/support/operator_visitor'

let hosts = 0
const someHost = () =>
  `h${++hosts}-${randomToken()
    .slice(0, 8)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, 'x')}.example.com`

test.group('Dashboard | from one host of the tenant to another', (group) => {
  let acme: Tenant
  let world: DnsWorld
  let domain: Domain

  group.each.setup(async () => {
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    acme = await makeTenant({ plan: 'enterprise', name: 'Acme Estates' })
    domain = await activeDomain(acme, someHost(), world)
    return async () => {
      clock.restore()
      nameServers.use()
      await world.close()
    }
  })

  const departure = (to: string, nonce = randomToken()) => ({
    nonce,
    form: { to, nonce: sha256Hex(nonce), next: '/settings/domains' },
  })
  const asks = (home: Visitor, form: Record<string, string>) =>
    home.get(`/departures/new?${new URLSearchParams(form)}`)
  const confirms = (home: Visitor, form: Record<string, string>, headers = {}) =>
    home.post('/departures', form, headers)
  const codeIn = ({ headers }: Answer) =>
    URL.parse(String(headers.location))?.searchParams.get('code') ?? null
  const codes = async (of = acme) =>
    (await inLive(of, () => CurrentTenant.batch([{ text: 'select * from crossings' }])))[0].length
  /** A browser that has given itself a nonce, as the host where it arrives does. */
  const arrives = (code: string, nonce: string, headers = {}) => {
    const there = new Visitor(acme, null, domain.host)
    there.cookies.set('arrival', nonce)
    return there
      .get(`/arrivals?${new URLSearchParams({ code })}`, headers)
      .then((answer) => ({ there, answer }))
  }

  test('a link hands out no code: a page of ours names the host, and asks', async ({ assert }) => {
    const home = await Visitor.as(acme)
    const { form } = departure(domain.host)
    const page = await asks(home, form)
    assert.equal(page.status, 200)
    assert.isUndefined(page.headers.location)
    assert.include(page.text, domain.host)
    assert.include(page.text, home.user!.email)
    assert.equal(await codes(), 0)
    assert.include(
      String(page.headers['content-security-policy']),
      `form-action 'self' ${new URL(publicUrl(domain.host, '/')).origin}`
    )
    const confirmed = await confirms(home, form)
    assert.equal(confirmed.status, 303)
    assert.isNotNull(codeIn(confirmed))
  })

  test('nobody confirms for a person from a page of somebody else', async ({ assert }) => {
    const home = await Visitor.as(acme)
    const { form } = departure(domain.host)
    for (const site of ['cross-site', 'same-site'])
      assert.equal((await confirms(home, form, { 'sec-fetch-site': site })).status, 403)
    assert.equal(await codes(), 0)
  })

  test('nobody is sent to a host whose DNS leads elsewhere, though its daily check is hours away', async ({
    assert,
  }) => {
    await eraseRecords(domain, world)
    world.write(domain.host, { A: ['203.0.113.20'] })
    const home = await Visitor.as(acme)
    const { form } = departure(domain.host)
    for (const answer of [await asks(home, form), await confirms(home, form)]) {
      assert.equal(answer.status, 409)
      assert.isUndefined(answer.headers.location)
      assert.include(answer.text, domain.host)
    }
    // nor to its form for passwords
    const stranger = new Visitor(acme, null, home.host)
    assert.isUndefined((await asks(stranger, form)).headers.location)
    assert.equal(await codes(), 0)
  })

  test('a support visit gets no code, and stays at its host', async ({ assert }) => {
    const pat = await OperatorVisitor.as('operator')
    const asked = { reason: 'Mails do not arrive', minutes: '30', mayWrite: 'yes' }
    const { text } = await pat.post(`/tenants/${acme.id}/support`, asked)
    const visit = new Visitor(acme)
    await visit.get(/(\/support\/[\w-]+)"/.exec(text)?.[1] ?? '')
    assert.equal((await visit.get('/documents')).status, 200)
    const { form } = departure(domain.host)
    for (const answer of [await asks(visit, form), await confirms(visit, form)]) {
      assert.equal(answer.status, 303)
      assert.equal(new URL(String(answer.headers.location)).pathname, '/login')
    }
    assert.equal(await codes(), 0)
  })

  test('nor to one that is kept for signers while its records are gone: a page says so', async ({
    assert,
  }) => {
    await eraseRecords(domain, world)
    world.write(domain.host, { A: ['203.0.113.20'] })
    assert.equal((await look(domain))?.status, 'failing')
    tenantResolver.forget()
    const home = await Visitor.as(acme)
    const { form } = departure(domain.host)
    for (const answer of [await asks(home, form), await confirms(home, form)]) {
      assert.equal(answer.status, 409)
      assert.isUndefined(answer.headers.location)
      assert.include(answer.text, domain.host)
    }
    assert.equal(await codes(), 0)
  })

  test('who is logged in at a host whose records are missing comes from there', async ({
    assert,
  }) => {
    world.erase(`_domain-challenge.${domain.host}`)
    world.erase(domain.host)
    assert.equal((await look(domain))?.status, 'failing')
    tenantResolver.forget()
    const stranger = new Visitor(acme, null, platformHost(acme.slug))
    const from = new URLSearchParams({ from: domain.host })
    const answer = await stranger.get(`/arrivals/new?${from}`)
    assert.equal(answer.status, 303)
    assert.equal(new URL(String(answer.headers.location)).hostname, domain.host)
  })

  for (const mood of ['silent', 'servfail'] as const)
    test(`nor where no name server says where it leads (${mood})`, async ({ assert }) => {
      world.mood = mood
      const home = await Visitor.as(acme)
      const began = performance.now()
      const answer = await confirms(home, departure(domain.host).form)
      assert.equal(answer.status, 409)
      assert.isBelow(performance.now() - began, 5_000)
      assert.equal(await codes(), 0)
    })

  test('one name server that is silent refuses nobody what the others confirm', async ({
    assert,
    cleanup,
  }) => {
    const second = await DnsWorld.open()
    cleanup(() => second.close())
    second.mood = 'silent'
    nameServers.use([world.asServer('A'), second.asServer('B')])
    const began = performance.now()
    const answer = await confirms(await Visitor.as(acme), departure(domain.host).form)
    assert.isNotNull(codeIn(answer))
    assert.isBelow(performance.now() - began, 6_000)
  })

  test('nor where name servers disagree', async ({ assert, cleanup }) => {
    const second = await DnsWorld.open()
    cleanup(() => second.close())
    second.write(domain.host, { A: ['203.0.113.20'] })
    nameServers.use([world.asServer('A'), second.asServer('B')])
    const answer = await confirms(await Visitor.as(acme), departure(domain.host).form)
    assert.equal(answer.status, 409)
  })

  test('a name below a reseller’s base is looked up itself: a record of its own leads nobody away', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    const base = await activeDomain(reseller, someHost(), world, { kind: 'base' })
    const child = await makeChild(reseller)
    await project(child)
    const host = `${child.slug}.${base.host}`
    const home = new Visitor(child, await ownerOf(child), platformHost(child.slug))
    home.cookies = (await Visitor.as(child)).cookies
    assert.equal((await asks(home, departure(host).form)).status, 200)
    const other = await makeChild(reseller)
    await project(other)
    const led = `${other.slug}.${base.host}`
    world.write(led, { A: ['203.0.113.20'] })
    assert.equal((await look(base))?.status, 'active')
    const there = await Visitor.as(other)
    assert.equal((await confirms(there, departure(led).form)).status, 409)
    assert.equal(await codes(other), 0)
  })

  test('a host is looked up once in a few seconds, however many ask', async ({ assert }) => {
    const home = await Visitor.as(acme)
    const { form } = departure(domain.host)
    const before = world.asked.length
    await asks(home, form)
    const asked = world.asked.length
    assert.isAbove(asked, before)
    await Promise.all(Array.from({ length: 8 }, () => asks(home, form)))
    assert.equal(world.asked.length, asked)
  })

  test('the way to the platform’s own host asks no name server', async ({ assert }) => {
    world.mood = 'silent'
    const there = new Visitor(acme, null, domain.host)
    there.cookies = (await Visitor.as(acme)).cookies
    const answer = await confirms(there, departure(platformHost(acme.slug)).form)
    assert.isNotNull(codeIn(answer))
  })

  test('a code is of use to nobody but the browser that left: another program is asked to log in, and uses it up', async ({
    assert,
  }) => {
    const home = await Visitor.as(acme)
    const { form, nonce } = departure(domain.host)
    const code = codeIn(await confirms(home, form))
    assert.isString(code)
    const thief = await arrives(code!, nonce, { 'user-agent': 'Relay/1.0' })
    assert.equal(thief.answer.headers.location, '/login')
    assert.isFalse(thief.there.cookies.has('session'))
    const late = await arrives(code!, nonce)
    assert.equal(late.answer.headers.location, '/login')
  })

  test('who has to log in after all goes on to where they were going', async ({ assert }) => {
    const home = await Visitor.as(acme)
    const { form, nonce } = departure(domain.host)
    const arrival = URL.parse(String((await confirms(home, form)).headers.location))!
    const there = new Visitor(acme, null, domain.host)
    there.cookies.set('arrival', nonce)
    const otherNetwork = { 'user-agent': 'Relay/1.0' }
    const sent = await there.get(arrival.pathname + arrival.search, otherNetwork)
    assert.equal(sent.headers.location, '/login?next=%2Fsettings%2Fdomains')
    const astray = new URLSearchParams({ code: 'x', next: '//evil.example' })
    assert.equal((await there.get(`/arrivals?${astray}`)).headers.location, '/login')
  })

  test('there is time to read the page that asks', async ({ assert }) => {
    const there = new Visitor(acme, null, domain.host)
    const from = new URLSearchParams({ from: platformHost(acme.slug) })
    const answer = await there.get(`/arrivals/new?${from}`)
    assert.match(String(answer.headers['set-cookie']), /arrival=[^;]+; Max-Age=600;/)
  })

  test('the person who arrives is logged in, and has proved nothing there', async ({ assert }) => {
    const home = await Visitor.as(acme)
    const { form, nonce } = departure(domain.host)
    const { there, answer } = await arrives(codeIn(await confirms(home, form))!, nonce)
    assert.equal(answer.headers.location, '/settings/domains')
    assert.equal((await there.get('/settings/domains')).status, 200)
    assert.equal((await home.get('/settings/keys/new')).status, 200)
    assert.match(
      String((await there.get('/settings/keys/new')).headers.location),
      /^\/account\/confirm/
    )
    const sessions = await inLive(acme, () => Session.query())
    assert.deepEqual(sessions.map(({ isFresh }) => isFresh).sort(), [false, true])
  })

  test('the person gets a mail about the browser at the other host, once', async ({ assert }) => {
    const home = await Visitor.as(acme)
    const user = home.user!
    await inLive(acme, () => user.merge({ lastSeenAt: clock.now() }).save())
    const notices = async () => {
      const text = `select id from notices where kind = 'account.new_device' and user_id = $1`
      return (await inLive(acme, () => CurrentTenant.batch([{ text, values: [user.id] }])))[0]
        .length
    }
    const first = departure(domain.host)
    const { there } = await arrives(codeIn(await confirms(home, first.form))!, first.nonce)
    assert.equal(await notices(), 1)
    await there.post('/logout')
    const second = departure(domain.host)
    there.cookies.set('arrival', second.nonce)
    const code = codeIn(await confirms(home, second.form))!
    await there.get(`/arrivals?${new URLSearchParams({ code })}`)
    assert.isTrue(there.cookies.has('session'))
    assert.equal(await notices(), 1)
  })
})
