import { test } from '@japa/runner'
import { emptyOutbox } from '#tests/support/outbox_view'
import { RedisSentinels } from '#tests/support/redis_sentinels'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'
import { Subscriber } from './subscriber.js'

const EVENTS = 60
const AT_LAST_MS = 150_000

test.group('A primary of Redis that is lost', () => {
  test('is followed by its replica: all work is done once, and no process was started again', async ({
    assert,
    cleanup,
  }) => {
    await emptyOutbox()
    const redis = await RedisSentinels.open()
    cleanup(() => redis.close())
    const subscriber = await Subscriber.open()
    cleanup(() => subscriber.close())
    const worker = WorkerProcess.start({ REDIS_URL: redis.url, WORKER_SLOTS: '20' })
    cleanup(() => worker.kill())
    await worker.isAtWork()
    const web = await WebProcess.start({ REDIS_URL: redis.url })
    cleanup(() => web.kill())
    const isReady = async () => (await fetch(`${web.origin}/api/health/ready`)).ok
    await until(isReady)

    const first = await redis.primary()
    await subscriber.happen(EVENTS / 2)
    await subscriber.receiver.receives(5)
    await redis.losePrimary()
    await subscriber.happen(EVENTS / 2)
    assert.deepEqual(await subscriber.settled(EVENTS, AT_LAST_MS), {
      ...{ deliveries: EVENTS, attempts: new Set([1]), events: EVENTS },
    })
    await until(isReady)
    assert.notEqual(await redis.primary(), first)

    await redis.bringBack()
    await subscriber.happen()
    const { deliveries } = await subscriber.settled(EVENTS + 1, AT_LAST_MS)
    assert.equal(deliveries, EVENTS + 1)
    assert.isTrue(await isReady())
    assert.deepEqual([worker.hasEnded, web.hasEnded], [false, false])
  }).timeout(3 * AT_LAST_MS)
})
