import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { checkpointsFolder } from '#app/audit/configuration'
import { ErasureList } from '#app/audit/erasures/erasure_list'
import Document from '#app/documents/document'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import TenantPresent from '#app/portability/errors/tenant_present'
import { TenantExport } from '#app/portability/tenant_export'
import { TenantImport } from '#app/portability/tenant_import'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { targetOf } from '#app/tenants/domains/domain_target'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { asSuperuser } from '#tests/support/superuser'

const live = <T>(tenant: Tenant, work: () => T) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

const sql = (text: string, values: unknown[] = []) =>
  asSuperuser(Cell.named('main').database, (superuser) => superuser.query(text, values))

test.group('An import', (group) => {
  let folder: string
  let file: string

  group.each.setup(async () => {
    const before = checkpointsFolder.value
    folder = await mkdtemp(join(tmpdir(), 'countersign-import-'))
    file = join(folder, 'acme.tar')
    checkpointsFolder.give(folder)
    return async () => {
      checkpointsFolder.give(before)
      await rm(folder, { recursive: true })
    }
  })

  const exported = (tenant: Tenant) => new TenantExport(tenant).write(file)
  const imported = async (options: Parameters<typeof TenantImport.open>[1] = {}) =>
    (await TenantImport.open(file, options)).run()
  test('erases again what was erased since the archive was written, and leaves it listed', async ({
    assert,
  }) => {
    const acme = await makeTenant({ withSandbox: true })
    const [gone, kept] = await live(acme, () =>
      Promise.all([makeDocument({ signers: [ANA] }), makeDocument({ signers: [BEN] })])
    )
    await live(acme, async () => (await Document.findOrFail(gone.id)).void({ by: OLGA }))
    await exported(acme)
    await live(acme, () => Document.reference(gone.id).erase({ by: OLGA, reason: 'request' }))
    await doWork(acme, 'documents.remove_files')
    await TenantErasure.run(acme.id)
    assert.sameMembers(await ErasureList.of(acme.id), [acme.id, gone.id])

    const here = await imported()
    assert.isTrue((await live(here, () => Document.findOrFail(gone.id))).isErased)
    assert.isFalse((await live(here, () => Document.findOrFail(kept.id))).isErased)
    assert.deepEqual(await ErasureList.of(acme.id), [gone.id])
  })

  test('that fails leaves the tenant listed as erased', async ({ assert }) => {
    const acme = await makeTenant()
    const label = (await targetOf(acme.id)).split('.')[0]
    const other = await makeTenant()
    await exported(acme)
    await TenantErasure.run(acme.id)
    await sql('insert into platform.domain_targets (tenant_id, label) values ($1, $2)', [
      other.id,
      label,
    ])
    await assert.rejects(() => imported(), TenantPresent)
    assert.deepEqual(await ErasureList.of(acme.id), [acme.id])
  })
})
