import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { TenantExport } from '#app/portability/tenant_export'
import { hostOfTenant } from '#tests/factories/api_client'
import { newSlug } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { aceProcess } from '#tests/support/node_process'
import { connected } from '#tests/support/single_sign_on'

test.group('Portability | the host of single sign-on', () => {
  test('is named by the import when it does not lead to the tenant there', async ({ assert }) => {
    const folder = mkdtempSync(join(tmpdir(), 'port-'))
    try {
      const acme = await makeTenant({ plan: 'business' })
      await connected(acme, await TestIdentityProvider.make(), { name: 'Acme ID' })
      const file = join(folder, 'acme.tar')
      await new TenantExport(acme).write(file)
      await TenantErasure.run(acme.id)
      const moved = await aceProcess(['tenant:import', file, `--slug=${newSlug()}`])
      assert.equal(moved.code, 0, moved.output)
      assert.include(moved.output, `Single sign-on was set up for ${hostOfTenant(acme)}`)
      await TenantErasure.run(acme.id)
      const back = await aceProcess(['tenant:import', file])
      assert.equal(back.code, 0, back.output)
      assert.notInclude(back.output, 'Single sign-on was set up')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
