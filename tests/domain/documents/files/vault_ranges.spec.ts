import { randomBytes } from 'node:crypto'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { partialDisk } from '#app/documents/files/storage/partial_disk'
import { Vault } from '#app/documents/files/vault'
import FileDamaged from '#app/documents/errors/file_damaged'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'

const FRAME = 64 * 1024
/** With their tags, and the header that every reader needs. */
const OVERHEAD = 16
const HEADER = 24
const LENGTH = 10 * FRAME + 1_234

test.group('Vault | ranges of a file', (group) => {
  let acme: Tenant
  let vault: Vault
  let documentId: string
  const content = randomBytes(LENGTH)

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)

  group.setup(async () => {
    acme = await makeTenant({ hasPassword: true })
    documentId = newId('doc')
    await live(async () => {
      vault = await Vault.create(documentId)
      await vault.write('original', content)
    })
  })

  /** @returns what was opened, and how many bytes came from the disk for it */
  async function readRange(start: number, end: number) {
    const disk = partialDisk()
    const whole = disk.readPart.bind(disk)
    let fetched = 0
    disk.readPart = async (...part) => {
      const bytes = await whole(...part)
      fetched += bytes.length
      return bytes
    }
    try {
      const bytes = await live(() => vault.readRange('original', start, end, LENGTH))
      return { bytes, fetched }
    } finally {
      Reflect.deleteProperty(disk, 'readPart')
    }
  }

  test('are the bytes from {start} to {end}, and {frames} frames are fetched for them')
    .with([
      { start: 0, end: 1, frames: 1 },
      { start: 0, end: FRAME, frames: 1 },
      { start: FRAME - 1, end: FRAME + 1, frames: 2 },
      { start: 4 * FRAME + 7, end: 4 * FRAME + 9, frames: 1 },
      { start: 3 * FRAME, end: 6 * FRAME, frames: 3 },
    ])
    .run(async ({ assert }, { start, end, frames }) => {
      const { bytes, fetched } = await readRange(start, end)
      assert.isTrue(bytes.equals(content.subarray(start, end)))
      assert.equal(fetched, HEADER + frames * (FRAME + OVERHEAD))
    })

  test('reach the end of the file, and are the whole of it', async ({ assert }) => {
    const last = await readRange(LENGTH - 10, LENGTH)
    assert.isTrue(last.bytes.equals(content.subarray(-10)))
    assert.equal(last.fetched, HEADER + 1_234 + OVERHEAD)
    const whole = await readRange(0, LENGTH)
    assert.isTrue(whole.bytes.equals(content))
    assert.equal(whole.fetched, HEADER + LENGTH + 11 * OVERHEAD)
  })

  test('are refused past the end on record', async ({ assert }) => {
    await assert.rejects(() => readRange(LENGTH - 1, LENGTH + 1), RangeError)
  })

  test('are refused where the file is shorter, or changed in a frame that is read', async ({
    assert,
    cleanup,
  }) => {
    const path = `t/${acme.id}/live/${documentId}/original`
    const sealed = Buffer.from(await drive.use().getBytes(path))
    cleanup(() => drive.use().put(path, sealed))
    const changed = Buffer.from(sealed)
    changed[HEADER + 2 * (FRAME + OVERHEAD) + 5] ^= 1
    await drive.use().put(path, changed)
    await assert.rejects(() => readRange(2 * FRAME, 2 * FRAME + 1), FileDamaged)
    assert.lengthOf((await readRange(FRAME, FRAME + 1)).bytes, 1)
    await drive.use().put(path, sealed.subarray(0, HEADER + 5 * (FRAME + OVERHEAD)))
    await assert.rejects(() => readRange(4 * FRAME, 6 * FRAME), FileDamaged)
  })
})
