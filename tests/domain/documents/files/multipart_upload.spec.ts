import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { BucketDisk } from '#app/documents/files/storage/bucket_disk'
import { PART_BYTES } from '#app/documents/files/storage/bucket_upload'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { checkUnfinishedUploads } from '#app/monitoring/doctor/file_checks'
import { unfinishedUploads } from '#app/portability/orphaned_files'
import { makeTenant } from '#tests/factories/tenant_factory'
import { startS3 } from '#tests/support/s3_server'

const BUCKET = 'documents'
const LARGE = randomBytes(2 * PART_BYTES + 5)

test.group('Storage | large files in a bucket', (group) => {
  let s3: Awaited<ReturnType<typeof startS3>>
  let config: S3ClientConfig
  let disk: BucketDisk

  group.setup(async () => {
    s3 = await startS3(BUCKET)
    config = {
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      region: 'us-east-1',
      endpoint: s3.endpoint,
      forcePathStyle: true,
      maxAttempts: 1,
    }
    disk = new BucketDisk(BUCKET, config)
    return () => s3.stop()
  })

  group.each.teardown(() => {
    clock.restore()
    s3.uploads.refusedPart = null
  })

  /** What a process leaves that dies while it sends. */
  async function begin(path: string): Promise<void> {
    const client = new S3Client(config)
    const place = { Bucket: BUCKET, Key: path }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
    const part = { UploadId, PartNumber: 1, Body: LARGE.subarray(0, PART_BYTES) }
    await client.send(new UploadPartCommand({ ...place, ...part }))
  }

  test('are sent in parts and read as they were, from memory and as a stream, and small streams whole', async ({
    assert,
  }) => {
    await disk.put('memory', LARGE)
    assert.isTrue(LARGE.equals(await disk.getBytes('memory')))
    assert.isTrue(
      LARGE.subarray(PART_BYTES - 3, PART_BYTES + 3).equals(
        await disk.readPart('memory', PART_BYTES - 3, PART_BYTES + 3)
      )
    )
    const pieces = [LARGE.subarray(0, 1_000), LARGE.subarray(1_000)]
    await disk.putStream('stream', Readable.from(pieces))
    assert.isTrue(LARGE.equals(await disk.getBytes('stream')))
    await disk.putStream('small', Readable.from([Buffer.from('a few bytes')]))
    assert.equal(Buffer.from(await disk.getBytes('small')).toString(), 'a few bytes')
    assert.deepEqual(s3.uploads.ids, [])
  })

  test('leave nothing where a part is refused or the stream ends early', async ({ assert }) => {
    s3.uploads.refusedPart = 2
    await assert.rejects(() => disk.put('refused', LARGE))
    s3.uploads.refusedPart = null
    const broken = Readable.from(
      (async function* () {
        yield LARGE.subarray(0, PART_BYTES + 1)
        throw new Error('The sender is gone')
      })()
    )
    await assert.rejects(() => disk.putStream('broken', broken), /The sender is gone/)
    assert.deepEqual(s3.uploads.ids, [])
    for (const path of ['refused', 'broken']) assert.isFalse(await disk.exists(path))
  })

  test('that a process left unfinished are named by the doctor and swept a day later, those of other tenants left alone', async ({
    assert,
    cleanup,
  }) => {
    const [tenant, other] = [await makeTenant(), await makeTenant()]
    const shelf = drive.use()
    const { driver } = shelf
    shelf.driver = disk
    cleanup(() => void (shelf.driver = driver))
    await begin(`t/${tenant.id}/live/doc/original`)
    await begin(`t/${other.id}/live/doc/original`)
    assert.deepEqual(await unfinishedUploads(tenant), [])
    assert.deepInclude(await checkUnfinishedUploads(), {
      about: 'unfinished uploads',
      state: 'ok',
      says: 'none',
    })

    clock.travel(DAY_MS + 1_000)
    const [finding] = await checkUnfinishedUploads()
    assert.deepEqual(
      [finding.state, finding.says],
      ['warning', '2 that were begun more than a day ago']
    )
    for (const { remove } of await unfinishedUploads(tenant)) await remove()
    assert.lengthOf(s3.uploads.ids, 1)
    assert.deepEqual(await unfinishedUploads(tenant), [])
    assert.lengthOf(await unfinishedUploads(other), 1)
  })
})
