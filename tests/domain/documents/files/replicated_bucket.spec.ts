import { randomBytes } from 'node:crypto'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { BucketDisk } from '#app/documents/files/storage/bucket_disk'
import { ReplicatedBucket } from '#app/documents/files/storage/replicated_bucket'
import { Vault } from '#app/documents/files/vault'
import FileDamaged from '#app/documents/errors/file_damaged'
import { isOutage } from '#app/exceptions/outage'
import { figures } from '#app/foundation/figures/figures'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CutLine } from '#tests/support/cut_line'
import { startS3 } from '#tests/support/s3_server'

const CONTENT = randomBytes(3 * 64 * 1024 + 5)
/** Generous to a busy machine where the first answers, and short where it never does. */
const [PATIENT_MS, SHORT_MS] = [20_000, 400]

test.group('Storage | a copy in another region', (group) => {
  let tenant: Tenant
  let line: CutLine
  let first: BucketDisk
  let copy: BucketDisk
  let servers: Awaited<ReturnType<typeof startS3>>[]

  group.setup(async () => {
    tenant = await makeTenant()
    servers = await Promise.all([startS3('here'), startS3('there')])
    return async () => {
      await Promise.all(servers.map((server) => server.stop()))
    }
  })

  group.each.setup(async () => {
    line = new CutLine({ host: '127.0.0.1', port: Number(new URL(servers[0].endpoint).port) })
    await line.join()
    first = new BucketDisk('here', configured(servers[0].endpoint))
    copy = new BucketDisk('there', configured(servers[1].endpoint))
    return () => line.cut()
  })

  const configured = (endpoint: string) => ({
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    region: 'us-east-1',
    endpoint,
    forcePathStyle: true,
    maxAttempts: 1,
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

  /** A file in the first bucket, and in its copy. */
  async function stored({ within = PATIENT_MS } = {}) {
    const endpoint = `http://127.0.0.1:${line.port}`
    const bucket = new ReplicatedBucket('here', configured(endpoint), copy, within)
    const disk = drive.use()
    const documentId = newId('doc')
    const path = `t/${tenant.id}/live/${documentId}/original`
    const onIt = async <T>(work: (vault: Vault) => Promise<T>): Promise<T> => {
      const before = disk.driver
      disk.driver = bucket
      try {
        return await live(() => work(vault))
      } finally {
        disk.driver = before
      }
    }
    const vault = await live(() => Vault.create(documentId))
    await onIt(() => vault.write('original', CONTENT))
    await copy.put(path, await first.getBytes(path))
    return { bucket, path, onIt, read: () => onIt(() => vault.read('original')) }
  }

  const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

  async function counted(): Promise<Record<string, number>> {
    const name = 'countersign_storage_fallback_reads_total'
    const { values } = await figures.registers[0].getSingleMetric(name)!.get()
    const entries = values.map(({ labels, value }) => [`${labels.reason} ${labels.outcome}`, value])
    return Object.fromEntries(entries) as Record<string, number>
  }

  test('is read while the first is away, whole and in parts, and never written', async ({
    assert,
  }) => {
    const { path, onIt, read } = await stored()
    const before = await counted()
    await line.cut()
    assert.deepEqual(await read(), CONTENT)
    const part = await onIt((vault) => vault.readRange('original', 70_000, 70_009, CONTENT.length))
    assert.deepEqual(part, CONTENT.subarray(70_000, 70_009))
    const after = await counted()
    assert.equal(after['outage served'] - (before['outage served'] ?? 0), 2)
    assert.isTrue(isOutageOf(await failure(onIt((vault) => vault.write('canonical', CONTENT)))))
    assert.isNotNull(await failure(onIt((vault) => vault.remove('original'))))
    assert.isTrue(await copy.exists(path))
    assert.isFalse(await copy.exists(path.replace('original', 'canonical')))
  })

  test('is read when the first takes too long, and asked first for a while then', async ({
    assert,
  }) => {
    const { bucket, read } = await stored({ within: SHORT_MS })
    let asked = 0
    const getBytes = bucket.getBytes.bind(bucket)
    bucket.getBytes = (path) => {
      asked++
      return getBytes(path)
    }
    line.mute()
    for (let time = 0; time < 3; time++) assert.deepEqual(await read(), CONTENT)
    assert.equal(asked, 1)
  })

  test('gives what the first has lost, or holds damaged', async ({ assert }) => {
    const { path, read } = await stored()
    await first.put(path, randomBytes(CONTENT.length))
    assert.deepEqual(await read(), CONTENT)
    await first.delete(path)
    assert.deepEqual(await read(), CONTENT)
  })

  test('is refused when it is not what was asked for', async ({ assert }) => {
    const [asked, other] = [await stored(), await stored()]
    const before = await counted()
    await copy.put(asked.path, await first.getBytes(other.path))
    await first.delete(asked.path)
    assert.instanceOf(await failure(asked.read()), FileDamaged)
    await line.cut()
    const error = await failure(asked.read())
    assert.notInstanceOf(error, FileDamaged, 'the first may have it')
    assert.isTrue(isOutage(error))
    const after = await counted()
    assert.equal(after['missing refused'] - (before['missing refused'] ?? 0), 1)
    assert.equal(after['outage refused'] - (before['outage refused'] ?? 0), 1)
  })

  test('does not hide that the first has no such file, or is away', async ({ assert }) => {
    const { path, read } = await stored()
    await copy.delete(path)
    await line.cut()
    assert.isTrue(isOutage(await failure(read())))
    await line.join()
    assert.deepEqual(await read(), CONTENT, 'what is too new for a copy is in the first')
    await first.delete(path)
    assert.instanceOf(await failure(read()), FileDamaged)
  })

  const isOutageOf = (error: unknown) =>
    isOutage(error) || (error instanceof Error && isOutage(error.cause))
})
