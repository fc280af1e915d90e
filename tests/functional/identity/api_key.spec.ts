import { SYSTEM } from '#app/audit/actor'
import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import ApiKey from '#app/identity/keys/api_key'
import { checkKey } from '#app/identity/keys/key_check'
import { KeySecret } from '#app/identity/keys/key_secret'
import User from '#app/identity/users/user'
import type { Environment } from '#app/foundation/environment'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'

test.group('API key', (group) => {
  let acme: Tenant
  let globex: Tenant

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant()
  })
  group.each.teardown(() => clock.restore())

  const within = <T>(tenant: Tenant, environment: Environment, work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment }, work)

  async function issue(environment: Environment, more: { expiresAt?: Date } = {}) {
    return within(acme, 'live', async () => {
      const createdBy = await User.query().firstOrFail()
      const { key, secret } = await ApiKey.issue({ environment, name: 'CI', createdBy, ...more })
      const parsed = KeySecret.parse(secret.release())
      if (!parsed) throw new Error('The key cannot be read')
      return { key, secret: parsed }
    })
  }

  test('leaves only its SHA-256 behind', async ({ assert }) => {
    const { key, secret } = await issue('live')
    const kept = await within(acme, 'live', () => ApiKey.findOrFail(key.id))
    assert.equal(kept.secretSha256, sha256Hex(secret.text))
    assert.notInclude(JSON.stringify(kept.$attributes), secret.text)
    assert.equal(secret.tenantPrefix, acme.keyPrefix)
  })

  test('lets its holder in, as the person who made it', async ({ assert }) => {
    const { key, secret } = await issue('live')
    const caller = await within(acme, 'live', () => checkKey(secret))
    assert.equal(caller.key.id, key.id)
    assert.isTrue(caller.allows('documents:write'))
    assert.isFalse(caller.allows('links:read'))
    assert.include(caller.actor(), { type: 'user', name: 'Olga Owner', via: key.id })
  })

  test('is checked by the sandbox’s role as well', async ({ assert }) => {
    const { key, secret } = await issue('test')
    const caller = await within(acme, 'test', () => checkKey(secret, '192.0.2.1'))
    assert.equal(caller.key.id, key.id)
  })

  test('means nothing to another tenant', async ({ assert }) => {
    const { secret } = await issue('live')
    await assert.rejects(() => within(globex, 'live', () => checkKey(secret)), /not valid here/)
  })

  test('stops working with the commit of its revocation', async ({ assert }) => {
    const { key, secret } = await issue('live')
    await within(acme, 'live', () => checkKey(secret))
    await within(acme, 'live', () => key.revoke(SYSTEM))
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => within(acme, 'live', () => checkKey(secret)))
    )
    assert.isTrue(tries.every((tried) => tried.status === 'rejected'))
    await assert.rejects(() => within(acme, 'live', () => checkKey(secret)), /was revoked/)
  })

  test('stops working when its time is over', async ({ assert }) => {
    const expiresAt = new Date(clock.now().getTime() + 60_000)
    const { secret } = await issue('live', { expiresAt })
    await within(acme, 'live', () => checkKey(secret))
    clock.travel(60_000)
    await assert.rejects(() => within(acme, 'live', () => checkKey(secret)), /has expired/)
  })

  test('notes its use at most once a minute', async ({ assert }) => {
    const { key, secret } = await issue('live')
    const use = async (ipAddress: string) => {
      await within(acme, 'live', () => checkKey(secret, ipAddress))
      return within(acme, 'live', () => ApiKey.findOrFail(key.id))
    }
    const first = await use('192.0.2.1')
    clock.travel(59_000)
    const second = await use('192.0.2.2')
    clock.travel(1_000)
    const third = await use('192.0.2.3')
    assert.equal(first.lastUsedIp, '192.0.2.1')
    assert.deepEqual(second.lastUsedAt, first.lastUsedAt)
    assert.equal(third.lastUsedIp, '192.0.2.3')
  })
})
