import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { SandboxReset } from '#app/sandbox/sandbox_reset'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { WebProcess } from '#tests/support/web_process'

test.group('The reset of a sandbox whose process is killed', () => {
  test('has removed nothing, and blocks nobody', async ({ assert }) => {
    const tenant = await makeTenant({ withSandbox: true, hasPassword: true })
    const client = await ApiClient.of(tenant, 'test')
    const within = <T>(work: () => Promise<T>) =>
      CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, work)
    const { id } = await within(() => makeDocument())

    const dying = await WebProcess.start({ NODE_ENV: 'test', FAULT_POINT: 'sandbox.removed' })
    const path = '/api/v1/test/reset'
    const order = { method: 'POST', path, json: { confirm: 'reset' } } as const
    await assert.rejects(() => client.ask({ ...order, origin: dying.origin }))

    assert.deepEqual(
      (await within(() => Document.all())).map((document) => document.id),
      [id]
    )
    assert.equal(await doWork(tenant, 'mail.invite', { environment: 'test' }), 2)
    assert.containsSubset(await within(() => SandboxReset.run(OLGA)), { documents: 1, mails: 2 })
  })
})
