import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { Disk } from 'flydrive'
import { BucketDisk } from '#app/documents/storage/bucket_disk'
import { FolderDisk } from '#app/documents/storage/folder_disk'
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

  test('is there when only a file is not', async ({ assert }) => {
    const disk = new Disk(new FolderDisk('/tmp/there-is-no-such-folder'))
    assert.isFalse(isStorageOutage(await failureOf(() => disk.getBytes('file'))))
    assert.isFalse(isStorageOutage(new TypeError('x is not a function')))
  })
})
