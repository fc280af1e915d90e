import { test } from '@japa/runner'
import { TenantLock } from '#app/portability/tenant_lock'
import { Cell } from '#app/tenancy/cell'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'

test.group('While a tenant moves', (group) => {
  let acme: Tenant
  let key: ApiClient
  let olga: Visitor
  group.setup(async () => {
    acme = await makeTenant()
    key = await ApiClient.of(acme, 'live')
    olga = await Visitor.as(acme)
  })

  test('everybody gets a Retry-After, and is served once the tenant is unlocked', async ({
    assert,
  }) => {
    const other = await ApiClient.of(await makeTenant(), 'live')
    const lock = new TenantLock(Cell.named(acme.cell), acme.id)
    await lock.close()
    const refused = await key.get('/api/v1/documents')
    assert.equal(refused.status, 503, refused.text)
    assert.equal(refused.body.error?.code, 'unavailable')
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
    const page = await olga.get('/documents')
    assert.equal(page.status, 503)
    assert.match(String(page.headers['retry-after']), /^\d+$/)
    assert.equal((await other.get('/api/v1/documents')).status, 200)
    await lock.open()
    assert.equal((await key.get('/api/v1/documents')).status, 200)
    assert.equal((await olga.get('/documents')).status, 200)
  })
})
