import { test } from '@japa/runner'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CurrentTenant } from '#app/tenancy/current_tenant'

test.group('GET /usage', () => {
  test('reports how much of the plan is used, and when the month ends', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const client = await ApiClient.of(tenant, 'live')
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => makeDocument())
    const { status, body } = await client.get('/api/v1/usage')
    const { requestId, ...usage } = body
    const month = UsageMonth.current()
    assert.equal(status, 200)
    assert.match(String(requestId), /^req_/)
    assert.deepEqual(usage, {
      period: month.name,
      resetsAt: month.resetsAt.toISOString(),
      items: [
        { name: 'documents', used: 1, limit: null },
        { name: 'signatures', used: 2, limit: 1_000 },
        { name: 'members', used: 1, limit: 10 },
      ],
      object: 'usage',
      livemode: true,
    } as never)
  })

  test('counts in the sandbox what was sent there, and limits nothing', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free', withSandbox: true })
    const client = await ApiClient.of(tenant, 'test')
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, () => makeDocument())
    const { body } = await client.get('/api/usage')
    assert.deepEqual(body.items as unknown, [
      { name: 'documents', used: 1, limit: null },
      { name: 'signatures', used: 2, limit: null },
      { name: 'members', used: 1, limit: 1 },
    ])
    assert.equal(body.livemode, false)
  })

  test('is for keys that may read it', async ({ assert }) => {
    const tenant = await makeTenant()
    const client = await ApiClient.of(tenant, 'live', { scopes: ['documents:read'] })
    const { status, body } = await client.get('/api/v1/usage')
    assert.equal(status, 403)
    assert.equal(body.error!.code, 'insufficient_scope')
  })
})
