import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { environmentOf } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { MAX_ENDPOINTS } from '#app/webhooks/endpoints/endpoint_limit'
import { EndpointSecret } from '#app/webhooks/endpoints/endpoint_secret'
import { EndpointTransformer } from '#app/webhooks/endpoints/endpoint_transformer'
import { secretsInUse } from '#app/webhooks/endpoints/secret_rotation'
import { NewSecret } from '#app/webhooks/endpoints/new_secret'
import { makeTenant } from '#tests/factories/tenant_factory'

const URL = 'https://hooks.example.com/in'
const DAY = 24 * 60 * 60_000

test.group('Endpoint', (group) => {
  let tenant: Tenant
  const inLive = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

  group.each.setup(async () => {
    tenant = await makeTenant()
  })
  group.each.teardown(() => clock.restore())

  const used = (endpoint: Endpoint) =>
    inLive(async () => {
      const sealed = secretsInUse(await Endpoint.findOrFail(endpoint.id), clock.now())
      const opened = await Promise.all(sealed.map((one) => EndpointSecret.open(endpoint.id, one)))
      return opened.map((secret) => secret.release())
    })

  test('shows its secret once, and keeps it enveloped', async ({ assert }) => {
    const { endpoint, secret } = await inLive(() => Endpoint.register({ url: URL }))
    assert.match(secret.release(), /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual(await used(endpoint), [secret.release()])
    const found = await inLive(() => Endpoint.findOrFail(endpoint.id))
    assert.isFalse(found.secret.includes(Buffer.from(secret.release().slice(6, 20))))
    assert.notProperty(EndpointTransformer.transform(found), 'secret')
    assert.deepEqual(EndpointTransformer.transform(endpoint, secret), {
      id: endpoint.id,
      object: 'webhook',
      url: URL,
      name: null,
      events: ['*'],
      includeValues: false,
      status: 'enabled',
      secret: secret.release(),
      createdAt: endpoint.createdAt.toISOString(),
    })
  })

  test('belongs to its tenant: another’s key does not open its secret', async ({ assert }) => {
    const { endpoint } = await inLive(() => Endpoint.register({ url: URL }))
    const other = await makeTenant()
    const stolen = CurrentTenant.run({ tenant: other.ref, environment: 'live' }, () =>
      EndpointSecret.open(endpoint.id, endpoint.secret)
    )
    await assert.rejects(() => stolen)
    await assert.rejects(() => inLive(() => EndpointSecret.open('wh_other', endpoint.secret)))
  })

  test('refuses addresses that nobody should be sent to', async ({ assert }) => {
    const refused = [
      'ftp://hooks.example.com/',
      'https://user:pass@hooks.example.com/',
      'https://169.254.169.254/latest/meta-data',
      'https://0.0.0.0/',
      'not a url',
      `https://hooks.example.com/${'a'.repeat(2_050)}`,
    ]
    for (const url of refused)
      await assert.rejects(() => inLive(() => Endpoint.register({ url })), /URL/)
  })

  test('keeps an international name in ASCII', async ({ assert }) => {
    const { endpoint } = await inLive(() => Endpoint.register({ url: 'https://bücher.example/x' }))
    assert.equal(endpoint.url, 'https://xn--bcher-kva.example/x')
  })

  test('refuses events that do not exist', async ({ assert }) => {
    const wish = { url: URL, events: ['document.cancelled'] }
    await assert.rejects(() => inLive(() => Endpoint.register(wish)), /No event is called/)
  })

  test('exists twenty times and no more, even when many are made at once', async ({ assert }) => {
    const register = () => inLive(() => Endpoint.register({ url: URL }))
    for (let made = 0; made < MAX_ENDPOINTS - 2; made++) await register()
    const racing = await Promise.allSettled([register(), register(), register(), register()])
    assert.equal(racing.filter(({ status }) => status === 'fulfilled').length, 2)
    assert.lengthOf(await inLive(() => Endpoint.newestFirst()), MAX_ENDPOINTS)
  })

  test('has separate endpoints in the sandbox', async ({ assert }) => {
    const sandboxed = await makeTenant({ withSandbox: true })
    const { endpoint } = await CurrentTenant.run(
      { tenant: sandboxed.ref, environment: 'test' },
      () => Endpoint.register({ url: URL })
    )
    assert.equal(environmentOf(endpoint.id), 'test')
    const inItsLive = { tenant: sandboxed.ref, environment: 'live' as const }
    assert.isEmpty(await CurrentTenant.run(inItsLive, () => Endpoint.newestFirst()))
  })

  test('signs with both secrets until the new one is activated', async ({ assert }) => {
    const { endpoint, secret } = await inLive(() => Endpoint.register({ url: URL }))
    const next = await inLive(() => NewSecret.give(endpoint))
    assert.deepEqual(await used(endpoint), [secret.release(), next.release()])
    await inLive(() => NewSecret.activate(endpoint))
    assert.deepEqual(await used(endpoint), [next.release()])
  })

  test('writes into the trail that a new secret signs alone, where there was one', async ({
    assert,
  }) => {
    const by = { type: 'user', id: 'usr_olga', name: 'Olga Owner' } as const
    const { endpoint } = await inLive(() => Endpoint.register({ url: URL }))
    await inLive(() => NewSecret.give(endpoint))
    for (let again = 0; again < 2; again++) await inLive(() => NewSecret.activate(endpoint, { by }))
    const trail = await inLive(() => SecurityTrail.read())
    assert.lengthOf(
      trail.filter(({ action }) => action === 'webhook.secret_activated'),
      1
    )
  })

  test('lets the new secret take over by itself after 24 hours', async ({ assert }) => {
    const { endpoint, secret } = await inLive(() => Endpoint.register({ url: URL }))
    const second = await inLive(() => NewSecret.give(endpoint))
    clock.travel(DAY - 60_000)
    assert.deepEqual(await used(endpoint), [secret.release(), second.release()])
    clock.travel(60_000)
    assert.deepEqual(await used(endpoint), [second.release()])
    const third = await inLive(() => NewSecret.give(endpoint))
    assert.deepEqual(await used(endpoint), [second.release(), third.release()])
  })

  test('drops the old secret at once after a leak', async ({ assert }) => {
    const { endpoint } = await inLive(() => Endpoint.register({ url: URL }))
    await inLive(() => NewSecret.give(endpoint))
    const fresh = await inLive(() => NewSecret.give(endpoint, { immediate: true }))
    assert.deepEqual(await used(endpoint), [fresh.release()])
  })

  test('changes what is stored, not what the caller remembers', async ({ assert }) => {
    const { endpoint } = await inLive(() => Endpoint.register({ url: URL }))
    const other = await inLive(() => Endpoint.findOrFail(endpoint.id))
    await inLive(() => other.pause())
    await inLive(() => endpoint.enable())
    assert.equal((await inLive(() => Endpoint.findOrFail(endpoint.id))).status, 'enabled')
  })

  test('is revised with the rules it was made by', async ({ assert }) => {
    const { endpoint } = await inLive(() => Endpoint.register({ url: URL }))
    await inLive(() => endpoint.revise({ events: ['document.*'], name: 'Ledger' }))
    const found = await inLive(() => Endpoint.findOrFail(endpoint.id))
    assert.deepInclude(EndpointTransformer.transform(found), {
      events: ['document.*'],
      name: 'Ledger',
      url: URL,
    })
    await assert.rejects(() =>
      inLive(() => endpoint.revise({ url: 'https://[::ffff:169.254.169.254]/' }))
    )
    await assert.rejects(() => inLive(() => endpoint.revise({ events: ['nothing'] })))
  })
})
