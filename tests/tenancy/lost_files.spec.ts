import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import drive from '@adonisjs/drive/services/main'
import StorageAway from '#app/documents/errors/storage_away'
import { Vault } from '#app/documents/files/vault'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { orphanedFiles } from '#app/portability/orphaned_files'
import { StoredFiles } from '#app/portability/stored_files'
import { TenantExport } from '#app/portability/tenant_export'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import env from '#start/env'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const storage = String(env.get('STORAGE_DIR'))

/** As when its volume is not mounted: the folder is gone, or only the empty place where it would be is left. */
async function withoutStorage<T>(left: 'nothing' | 'an empty folder', work: () => Promise<T>) {
  const aside = `${storage}.aside`
  renameSync(storage, aside)
  if (left === 'an empty folder') mkdirSync(storage)
  try {
    return await work()
  } finally {
    rmSync(storage, { recursive: true, force: true })
    renameSync(aside, storage)
  }
}

const outcome = async (work: () => Promise<unknown>) => {
  const error = await work().then(
    () => null,
    (failure) => failure as Error
  )
  return error && { name: error.constructor.name, message: error.message }
}

test.group('Portability | files that are not there', (group) => {
  let folder: string
  let file: string
  let tenant: Tenant
  let id: string

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

  group.each.setup(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lost-'))
    file = join(folder, 'tenant.tar')
    tenant = await makeTenant()
    const document = await live(() => makeDocument())
    id = document.id
    return () => rmSync(folder, { recursive: true })
  })

  for (const left of ['nothing', 'an empty folder'] as const)
    test(`end an export by name while the storage is away and ${left} is left`, async ({
      assert,
    }) => {
      const refused = await withoutStorage(left, () =>
        outcome(() => new TenantExport(tenant).write(file))
      )
      assert.equal(refused?.name, 'StorageAway')
      assert.isFalse(existsSync(file))
    })

  test('end an export by the name of each file that rows name and the storage lacks', async ({
    assert,
  }) => {
    await new StoredFiles(tenant.id).remove(`live/${id}/canonical`)
    const refused = await outcome(() => new TenantExport(tenant).write(file))
    assert.equal(refused?.name, 'StoredFileMissing')
    assert.include(refused?.message, `live/${id}/canonical`)
    assert.isFalse(existsSync(file))
  })

  test('keep no tenant without documents from being exported or erased before anything is stored', async ({
    assert,
  }) => {
    const fresh = await makeTenant()
    const { files } = await withoutStorage('nothing', () => new TenantExport(fresh).write(file))
    assert.equal(files, 0)
    const { certificate } = await withoutStorage('nothing', () => TenantErasure.run(fresh.id))
    assert.deepEqual(certificate.files, { count: 0, bytes: 0 })
  })

  test('let an erasure begin, and a sweep, only when their storage is back', async ({ assert }) => {
    await withoutStorage('nothing', async () => {
      assert.equal((await outcome(() => TenantErasure.run(tenant.id)))?.name, 'StorageAway')
      const swept = () => Array.fromAsync(orphanedFiles(tenant))
      assert.equal((await outcome(swept))?.name, 'StorageAway')
    })
  })

  test('let no erasure of a document end while its files cannot be reached', async ({ assert }) => {
    await withoutStorage('an empty folder', async () => {
      const refused = await live(() => Vault.removeAll(id).catch((error: unknown) => error))
      assert.instanceOf(StorageAway.in(refused), StorageAway)
    })
    assert.isTrue(await drive.use().exists(`t/${tenant.id}/live/${id}/original`))
    await live(() => Vault.removeAll(id))
    assert.isFalse(await drive.use().exists(`t/${tenant.id}/live/${id}/original`))
  })
})
