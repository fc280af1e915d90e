import { test } from '@japa/runner'
import ApiKey from '#app/identity/keys/api_key'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { OLGA } from '#tests/factories/document_factory'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'

const REQUESTS = 100

test.group('API | revoking a key', () => {
  test('holds from its commit, with a hundred requests under way', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'business' })
    const client = await ApiClient.of(tenant, 'live')
    let isRevoked = false
    const one = async () => {
      const wasRevoked = isRevoked
      const { status, body } = await client.get('/api/v1/keys/current')
      return { wasRevoked, status, code: body.error?.code }
    }
    assert.equal((await one()).status, 200)

    const before = Array.from({ length: REQUESTS }, one)
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      await (await ApiKey.findOrFail(client.keyId)).revoke(OLGA)
      isRevoked = true
    })
    const after = Array.from({ length: REQUESTS }, one)

    const answers = await Promise.all([...before, ...after])
    const late = answers.filter(({ wasRevoked }) => wasRevoked)
    assert.lengthOf(late, REQUESTS)
    assert.deepEqual([...new Set(late.map(({ code }) => code))], ['revoked_key'])
    for (const { status } of answers) assert.include([200, 401], status)
  })
})
