import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { randomBase62 } from '#app/foundation/opaque_token'
import Tenant from '#app/tenants/tenant'
import { aceProcess } from '#tests/support/node_process'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { RedisProcess } from '#tests/support/redis_process'
import { until } from '#tests/support/until'
import { WorkerProcess } from '#tests/support/worker_process'
import { Subscriber } from './subscriber.js'

const EVENTS = 60
/** Leases have to run out first, on a machine that does much else. */
const AT_LAST_MS = 300_000
/** A job's key ends in its work's id and fence; what else BullMQ keeps of a queue has neither. */
const JOB = /:[0-9a-f]{32}-\d+/

test.group('Redis', (group) => {
  group.each.timeout(3 * AT_LAST_MS)

  let redis: RedisProcess
  let subscriber: Subscriber
  let worker: WorkerProcess

  group.each.setup(async () => {
    await emptyOutbox()
    redis = await RedisProcess.open()
    subscriber = await Subscriber.open()
    worker = await WorkerProcess.start({ REDIS_URL: redis.url, WORKER_SLOTS: '20' }).isAtWork()
    return async () => {
      await worker.kill()
      await redis.close()
      await subscriber.close()
    }
  })

  const nothingLost = (events: number) => subscriber.settled(events, AT_LAST_MS)
  const everythingOnce = { deliveries: EVENTS, attempts: new Set([1]), events: EVENTS }
  const noJobIsLeft = () =>
    until(async () =>
      (await redis.ask((client) => client.keys('*'))).every((key) => !JOB.test(key))
    )

  test('emptied again and again while work waits and runs costs time and nothing else', async ({
    assert,
  }) => {
    await subscriber.happen(EVENTS)
    for (let flushes = 1; flushes <= 3; flushes++) {
      await subscriber.receiver.receives(flushes * 5)
      await redis.ask((client) => client.flushall())
    }
    assert.deepEqual(await nothingLost(EVENTS), everythingOnce)
  })

  test('away for a while, and empty when it comes back, costs time and nothing else', async ({
    assert,
  }) => {
    await subscriber.happen(EVENTS / 2)
    await subscriber.receiver.receives(5)
    await redis.ask((client) => client.flushall())
    await redis.stop()
    await subscriber.happen(EVENTS / 2)
    await redis.start()
    assert.deepEqual(await nothingLost(EVENTS), everythingOnce)
  })

  test('that does not answer for longer than a lease costs time and nothing else', async ({
    assert,
  }) => {
    await subscriber.happen(EVENTS / 2)
    await subscriber.receiver.receives(5)
    redis.send('SIGSTOP')
    await subscriber.happen(EVENTS / 2)
    await new Promise((done) => setTimeout(done, 8_000))
    redis.send('SIGCONT')
    assert.deepEqual(await nothingLost(EVENTS), everythingOnce)
  })

  test('that is away keeps no worker from stopping', async ({ assert }) => {
    await redis.stop()
    worker.send('SIGTERM')
    assert.equal((await worker.end).code, 0, worker.output)
    await redis.start()
  })

  test('that is full costs time and nothing else', async ({ assert }) => {
    await redis.ask((client) => client.config('SET', 'maxmemory', '1'))
    await subscriber.happen(EVENTS)
    await until(async () => (await outboxRows()).some(({ fence }) => fence > 1), AT_LAST_MS)
    assert.isEmpty(subscriber.receiver.calls)
    await redis.ask((client) => client.config('SET', 'maxmemory', '0'))
    assert.deepEqual(await nothingLost(EVENTS), everythingOnce)
  })

  test('keeps no job once its work is done', async ({ assert }) => {
    await subscriber.happen(EVENTS)
    assert.deepEqual(await nothingLost(EVENTS), everythingOnce)
    await noJobIsLeft()
  })

  test('is told ids, and nothing that is anybody’s business', async ({ assert }) => {
    const { said, end } = await redis.overhear()
    await subscriber.happen(3)
    await nothingLost(3)
    const spoken = said()
    end()
    assert.include(spoken, 'webhooks.deliver')
    for (const secret of ['http://', 'whsec_', 'occurredAt', subscriber.tenant.slug])
      assert.notInclude(spoken, secret)
  })
})

test.group('Redis at the end of a command', () => {
  test('that has not answered yet makes no failure of what was done', async ({
    assert,
    cleanup,
  }) => {
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    cleanup(() => void mute.close())
    const { port } = mute.address() as AddressInfo
    const slug = `r${randomBase62(10).toLowerCase()}`
    const args = ['tenant:create', 'Muted', `--slug=${slug}`, `--owner=o@${slug}.test`]
    const { code, output } = await aceProcess([...args, '--plan=pro'], {
      REDIS_URL: `redis://127.0.0.1:${port}`,
    })
    assert.equal(code, 0, output)
    assert.equal((await Tenant.findByOrFail('slug', slug)).status, 'ready')
  })
})
