import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { orphanedFiles } from '#app/portability/orphaned_files'
import { TenantExport } from '#app/portability/tenant_export'
import { StoredFiles } from '#app/portability/stored_files'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makePacket } from '#tests/factories/packet_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'

const DAY_MS = 86_400_000

test.group('Orphaned files', (group) => {
  let acme: Tenant
  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    return () => clock.restore()
  })

  test('are those that no row names, once they are older than a day', async ({ assert }) => {
    const files = new StoredFiles(acme.id)
    const inScope = (environment: 'live' | 'test') =>
      CurrentTenant.run({ tenant: acme.ref, environment }, () => makeDocument())
    const [live, sandboxed] = [await inScope('live'), await inScope('test')]
    const lost = [`live/doc_lost/original`, `live/${live.id}/sealed-${'0'.repeat(64)}`]
    const elsewhere = [`test/${live.id}/original`]
    for (const name of [...lost, ...elsewhere])
      await files.write(name, Readable.from([Buffer.from('x')]))
    const orphans = () => Array.fromAsync(orphanedFiles(acme))
    assert.deepEqual(await orphans(), [])
    clock.travel(2 * DAY_MS)
    assert.sameMembers(await orphans(), [...lost, ...elsewhere])
    const all = await Array.fromAsync(files.names())
    assert.includeMembers(all, [`live/${live.id}/original`, `test/${sandboxed.id}/canonical`])
  })

  test('are none that vanish between the list and the look at each, nor does an export stumble over them', async ({
    assert,
    cleanup,
  }) => {
    const files = new StoredFiles(acme.id)
    const { id } = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      makeDocument()
    )
    await files.write('live/doc_lost/original', Readable.from([Buffer.from('x')]))
    // listed, and renamed when it is whole
    const { names } = StoredFiles.prototype
    StoredFiles.prototype.names = async function* (wanted) {
      yield* names.call(this, wanted)
      yield `live/${id}/.0b1c`
      yield `live/${id}/replaced`
    }
    cleanup(() => void (StoredFiles.prototype.names = names))
    clock.travel(2 * DAY_MS)
    assert.deepEqual(await Array.fromAsync(orphanedFiles(acme)), ['live/doc_lost/original'])
    const folder = await mkdtemp(join(tmpdir(), 'countersign-export-'))
    cleanup(() => rm(folder, { recursive: true }))
    const manifest = await new TenantExport(acme).write(join(folder, 'acme.tar'))
    assert.equal(manifest.files, 2)
  })

  test('are none of the files of a document that has several', async ({ assert }) => {
    const live = { tenant: acme.ref, environment: 'live' } as const
    const { id, files } = await CurrentTenant.run(live, () => makePacket())
    await sign(acme, id, ANA.email!)
    await doWork(acme, 'seal')
    const stored = new StoredFiles(acme.id)
    const own = (await Array.fromAsync(stored.names())).filter((name) => name.includes(id))
    assert.includeMembers(
      own,
      files.flatMap(({ key }) => [`live/${id}/original-${key}`, `live/${id}/canonical-${key}`])
    )
    assert.lengthOf(own, 2 + 2 * files.length + 1 + files.length)
    await stored.write(`live/${id}/original-${'0'.repeat(16)}`, Readable.from([Buffer.from('x')]))
    clock.travel(2 * DAY_MS)
    const lost = await Array.fromAsync(orphanedFiles(acme))
    assert.deepEqual(lost, [`live/${id}/original-${'0'.repeat(16)}`])
  })

  test('are not what a sealed file was served as until a day ago, however old it is', async ({
    assert,
  }) => {
    const live = <T>(work: () => Promise<T>) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
    const { id } = await live(() => makeDocument())
    const [first, second] = ['a', 'b'].map((digit) => digit.repeat(64))
    const at = new Date(clock.now().getTime() + 10 * DAY_MS).toISOString()
    const later = [{ sha256: second, bytes: 1, level: 'B-LT', at }]
    const text = 'update documents set sealed_sha256 = $2, later_revisions = $3 where id = $1'
    await live(() => CurrentTenant.batch([{ text, values: [id, first, JSON.stringify(later)] }]))
    const files = new StoredFiles(acme.id)
    for (const sha256 of [first, second])
      await files.write(`live/${id}/sealed-${sha256}`, Readable.from([Buffer.from('x')]))
    clock.travel(10.5 * DAY_MS)
    assert.deepEqual(await Array.fromAsync(orphanedFiles(acme)), [])
    clock.travel(DAY_MS)
    assert.deepEqual(await Array.fromAsync(orphanedFiles(acme)), [`live/${id}/sealed-${first}`])
  })
})
