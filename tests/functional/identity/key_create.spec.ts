import { test } from '@japa/runner'
import { PlatformTrail } from '#app/audit/platform_trail'
import { SecurityTrail } from '#app/audit/security_trail'
import { checkKey } from '#app/identity/keys/key_check'
import { KeySecret } from '#app/identity/keys/key_secret'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { aceProcess } from '#tests/support/node_process'

test.group('node ace key:create', () => {
  test('prints a key that lets its holder do what was asked for', async ({ assert }) => {
    const tenant = await makeTenant()
    const { code, output } = await aceProcess([
      ...['key:create', tenant.slug, '--environment=live', '--json'],
      ...['--scopes=documents:read', '--scopes=links:read'],
    ])
    assert.equal(code, 0, output)
    const { key, ...made } = JSON.parse(output.trim().split('\n').at(-1) ?? '')
    const scopes = ['documents:read', 'links:read']
    assert.containSubset(made, { tenant: tenant.slug, environment: 'live', scopes })
    const secret = KeySecret.parse(key)
    const caller = await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
      secret ? checkKey(secret) : null
    )
    assert.equal(caller?.key.id, made.id)
    assert.deepEqual(caller?.key.scopes, ['documents:read', 'links:read'])
    const [own] = await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
      SecurityTrail.read({ limit: 1 })
    )
    assert.equal(own.action, 'key.created')
    assert.equal(own.body.actor.id, 'console')
    const entries = await PlatformTrail.read({ limit: 10 })
    const noted = entries.find(({ body }) => body.details.keyId === made.id)
    assert.equal(noted?.action, 'tenant.key_made')
  })

  test('says in a sentence what it cannot do', async ({ assert }) => {
    const nobody = await aceProcess(['key:create', 'nobody'])
    assert.equal(nobody.code, 1)
    assert.include(nobody.output, 'No tenant has the slug nobody')
    assert.notInclude(nobody.output, 'node_modules')
  })
})
