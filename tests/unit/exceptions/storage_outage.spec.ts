import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { Disk } from 'flydrive'
import { BucketDisk } from '#app/documents/files/storage/bucket_disk'
import { FolderDisk } from '#app/documents/files/storage/folder_disk'
import { isMissing } from '#app/documents/files/storage/missing_file'
import { isStorageOutage } from '#app/exceptions/storage_outage'
import { isOutage } from '#app/exceptions/outage'

function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => new Error('It did not fail'),
    (error: unknown) => error
  )
}

test.group('Storage', () => {
  test('in a folder that cannot be written or read is away', async ({ assert }) => {
    const driver = new FolderDisk('/dev/null/there/is/no/folder')
    const disk = new Disk(driver)
    assert.isTrue(isStorageOutage(await failureOf(() => disk.put('file', 'content'))))
    assert.isTrue(isStorageOutage(await failureOf(() => disk.getBytes('file'))))
    assert.isTrue(isStorageOutage(await failureOf(() => driver.readPart('file', 0, 1))))
  })

  test('in a folder that is full is away', async ({ assert }) => {
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    assert.isTrue(isStorageOutage(full))
  })

  test('in a bucket that answers 5xx, or not at all, is away', async ({ assert, cleanup }) => {
    const server = createServer((_, response) => response.writeHead(503).end())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    cleanup(() => void server.close())
    const { port } = server.address() as AddressInfo
    const bucket = (at: number) =>
      new BucketDisk('bucket', {
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
        region: 'us-east-1',
        endpoint: `http://127.0.0.1:${at}`,
        forcePathStyle: true,
        maxAttempts: 1,
      })
    for (const driver of [bucket(port), bucket(1)]) {
      const disk = new Disk(driver)
      for (const failing of [
        () => disk.put('file', 'content'),
        () => disk.getBytes('file'),
        () => driver.readPart('file', 0, 1),
      ]) {
        const error = await failureOf(failing)
        assert.isTrue(isStorageOutage(error) || isOutage(error), String(error))
      }
    }
  })

  test('in a folder that is not there, or empty, is away: its volume is not mounted', async ({
    assert,
    cleanup,
  }) => {
    const empty = await mkdtemp(join(tmpdir(), 'countersign-empty-'))
    cleanup(() => rm(empty, { recursive: true }))
    for (const folder of [empty, join(empty, 'gone')]) {
      const driver = new FolderDisk(folder)
      const disk = new Disk(driver)
      const whole = await failureOf(() => disk.getBytes('t/file'))
      const part = await failureOf(() => driver.readPart('t/file', 0, 1))
      for (const error of [whole, part]) {
        assert.isTrue(isOutage(error) || isStorageOutage(error), String(error))
        assert.isFalse(isMissing(error), 'nobody is told that a file is damaged')
      }
    }
  })

  test('is there when only a file is not', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-storage-'))
    cleanup(() => rm(folder, { recursive: true }))
    const driver = new FolderDisk(folder)
    const disk = new Disk(driver)
    await disk.put('t/other', 'content')
    const whole = await failureOf(() => disk.getBytes('t/file'))
    const part = await failureOf(() => driver.readPart('t/file', 0, 1))
    for (const error of [whole, part]) {
      assert.isFalse(isOutage(error) || isStorageOutage(error), String(error))
      assert.isTrue(isMissing(error))
    }
    assert.isFalse(isStorageOutage(new TypeError('x is not a function')))
  })
})
