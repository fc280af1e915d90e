import { test } from '@japa/runner'
import env from '#start/env'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { checkHosts } from '#app/monitoring/doctor/host_checks'
import { readHost } from '#app/tenants/domains/host_name'
import { nameServers } from '#app/tenants/hosts/name_server'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { isSlug } from '#app/tenants/provisioning/slug'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { setSetting } from '#tests/support/setting'

const FORMER = 'signatures-before.com'
const NEVER_OURS = 'signatures-never.com'

test.group('Front door | a former domain of the platform', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', name: 'Acme Seals' })
    const putBack = setSetting('FORMER_PLATFORM_DOMAINS', `older.example, ${FORMER.toUpperCase()}`)
    tenantResolver.forget()
    return () => {
      putBack()
      tenantResolver.forget()
    }
  })

  const statusAt = async (host: string, path: string) =>
    (await ask({ path, headers: { host } })).status
  const mayHaveCertificate = (host: string) =>
    statusAt('anything.invalid', `/internal/tls-ask?domain=${host}`)

  test('leads to its tenants as before: pages, links, programs, answers about certificates', async ({
    assert,
  }) => {
    const before = `${acme.slug}.${FORMER}`
    assert.equal(await mayHaveCertificate(before), 200)
    assert.equal(await statusAt(before, '/login'), 200)
    assert.include((await new Visitor(acme, null, before).get('/login')).text, 'Acme Seals')
    assert.equal(
      await statusAt(before, '/ocsp/x'),
      await statusAt(`${acme.slug}.localhost`, '/ocsp/x')
    )
    for (const host of [before, `api.${FORMER}`]) {
      const client = (await ApiClient.of(acme, 'live')).at(host)
      assert.equal((await client.get('/api/v1/documents')).status, 200, host)
    }
  })

  test('its own name leads printed codes on, shows no console, and is nobody’s to claim', async ({
    assert,
  }) => {
    assert.equal(await mayHaveCertificate(FORMER), 200)
    const code = `/verify?account=${acme.id}&document=doc_live_1`
    const answer = await ask({ path: code, headers: { host: FORMER } })
    assert.equal(answer.status, 307)
    const place = new URL(String(answer.headers.location))
    assert.deepEqual(
      [place.hostname, place.pathname + place.search],
      [env.get('PLATFORM_DOMAIN'), code]
    )
    for (const path of ['/login', '/operators', '/log'])
      assert.equal(await statusAt(FORMER, path), 404)
    for (const host of [FORMER, `sub.${FORMER}`]) assert.throws(() => readHost(host))
  })

  test('below the domain of now it is no tenant’s, whose slug it may be: printed codes lead on, and doctor says so', async ({
    assert,
    cleanup,
  }) => {
    const { slug } = await makeTenant()
    const host = `${slug}.localhost`
    assert.isTrue(isSlug(slug))
    cleanup(setSetting('FORMER_PLATFORM_DOMAINS', host))
    assert.isFalse(isSlug(slug))
    assert.equal(await statusAt(host, '/login'), 404)
    const { status, headers } = await ask({ path: '/verify?account=x', headers: { host } })
    assert.equal(status, 307)
    assert.equal(new URL(String(headers.location)).hostname, 'localhost')
    assert.isTrue((await checkHosts()).some(({ says }) => says.includes(`the tenant ${slug} `)))
  })

  test('people go there from the host of now, while it leads where that does', async ({
    assert,
    cleanup,
  }) => {
    const world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    cleanup(async () => {
      nameServers.use()
      await world.close()
    })
    const olga = await Visitor.as(acme)
    const goes = async (host: string, address: string) => {
      world.write(host, { A: [address] })
      const nonce = sha256Hex(randomToken())
      return (await olga.get(`/departures/new?${new URLSearchParams({ to: host, nonce })}`)).status
    }
    world.write('localhost', { A: ['203.0.113.1'] })
    assert.equal(await goes(`${acme.slug}.${FORMER}`, '203.0.113.1'), 200)
    assert.equal(await goes(`${acme.slug}.older.example`, '203.0.113.2'), 409)
  })

  test('nothing else leads anywhere', async ({ assert }) => {
    for (const host of [
      `${acme.slug}.${NEVER_OURS}`,
      `${acme.slug}.sub.${FORMER}`,
      `nobody.${FORMER}`,
      `${acme.slug}${FORMER}`,
    ]) {
      assert.equal(await statusAt(host, '/login'), 404, host)
      assert.equal(await mayHaveCertificate(host), 404, host)
    }
  })
})
