import { test } from '@japa/runner'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { OperatorVisitor } from '#tests/support/operator_visitor'

const NUL = '%00'

test.group('Front door | addresses', () => {
  test('that contain a NUL lead nowhere, on every surface and for every visitor', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise', hasPassword: true })
    const owner = await Visitor.as(tenant)
    const pat = await OperatorVisitor.as('admin')
    const client = await ApiClient.of(tenant, 'live')
    const ofDashboard = ['/settings/domains/', '/documents/', '/settings/keys/', '/tenants/']
    for (const path of [...ofDashboard, '/sign/', '/track/', '/welcome/', '/settings/plan/'])
      assert.equal((await owner.get(path + NUL)).status, 404, path)
    for (const path of ['/plans/', '/tenants/', '/reports/', '/plan-requests/', '/welcome/'])
      assert.equal((await pat.get(path + NUL)).status, 404, path)
    const end = await pat.post(`/tenants/${tenant.id}/grants/${NUL}/end`)
    assert.equal(end.status, 404)
    const removal = await owner.post(`/settings/domains/${NUL}/remove`)
    assert.equal(removal.status, 404)
    const { status, body } = await client.get(`/api/v1/documents/${NUL}`)
    assert.equal(status, 404)
    assert.equal(body.error?.code, 'document_not_found')
  })
})
