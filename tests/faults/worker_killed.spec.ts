import { test } from '@japa/runner'
import { STRIKES } from '#app/webhooks/endpoints/endpoint_health'
import { emptyOutbox, leasesRunOut, outboxRows } from '#tests/support/outbox_view'
import { until } from '#tests/support/until'
import { WorkerProcess } from '#tests/support/worker_process'
import { Subscriber } from './subscriber.js'

/** From the commit of an event until its delivery is posted, in the order in which they are passed. */
const POINTS_BEFORE_THE_POST = ['relay.handed', 'webhooks.deliver.started']

test.group('A worker killed', (group) => {
  let subscriber: Subscriber
  let workers: WorkerProcess[] = []

  group.each.setup(async () => {
    await emptyOutbox()
    subscriber = await Subscriber.open()
    return async () => {
      await Promise.all(workers.map((worker) => worker.kill()))
      workers = []
      await subscriber.close()
    }
  })

  const start = (settings?: Record<string, string>) => {
    const worker = WorkerProcess.start(settings)
    workers.push(worker)
    return worker
  }
  const dieAt = async (faultPoint: string) => {
    const worker = start({ FAULT_POINT: faultPoint })
    if ((await worker.dies()) !== 'SIGKILL')
      throw new Error(`It did not get as far as ${faultPoint}:\n${worker.output}`)
  }
  const attemptsOf = (deliveries: readonly { attempts: unknown[] }[]) =>
    deliveries.map(({ attempts }) => attempts.length)

  test('as soon as it has work delays a delivery until its lease ends', async ({ assert }) => {
    await subscriber.happen()
    await dieAt('relay.claimed')
    start()
    assert.deepEqual(attemptsOf(await subscriber.delivered(1)), [1])
    assert.deepEqual([...subscriber.arrivals.values()], [1])
  })

  test('at every step, one after the other, delays a delivery, and does nothing twice', async ({
    assert,
  }) => {
    await subscriber.happen()
    for (const point of POINTS_BEFORE_THE_POST) {
      await dieAt(point)
      assert.equal(subscriber.arrivals.size, 0, point)
      await leasesRunOut()
    }
    start()
    const deliveries = await subscriber.delivered(1)
    await until(async () => (await outboxRows()).length === 0)
    assert.deepEqual(attemptsOf(deliveries), [1])
    assert.deepEqual([...subscriber.arrivals.values()], [1])
  })

  test('after it posted sends again what it could not log, under the same id, and no more once it has', async ({
    assert,
  }) => {
    await subscriber.happen()
    await dieAt('webhooks.deliver.posted')
    assert.deepEqual([...subscriber.arrivals.values()], [1])
    assert.deepEqual(attemptsOf(await subscriber.deliveries()), [0])
    await leasesRunOut()
    await dieAt('webhooks.deliver.done')
    await leasesRunOut()
    start()
    await until(async () => (await outboxRows()).length === 0)
    assert.deepEqual(attemptsOf(await subscriber.delivered(1)), [1])
    assert.deepEqual([...subscriber.arrivals.values()], [2])
    const [first, second] = subscriber.receiver.calls
    assert.equal(second.body, first.body)
    assert.equal(second.headers['x-service-delivery'], first.headers['x-service-delivery'])
    assert.equal(second.headers['x-service-attempt'], first.headers['x-service-attempt'])
  })

  test('while it posts is replaced, and its own late end is refused', async ({ assert }) => {
    subscriber.receiver.answers((_, count) => (count === 1 ? null : { status: 200 }))
    await subscriber.happen()
    const frozen = start()
    await subscriber.receiver.receives(1)
    frozen.send('SIGSTOP')
    start()
    // after the whole of a lease, and the start of a process on a busy machine
    const [delivery] = await subscriber.delivered(1, 150_000)
    assert.lengthOf(delivery.attempts, 1)
    subscriber.receiver.release({ status: 200 })
    frozen.send('SIGCONT')
    // where its connection died while it slept, it learns of the lease when it puts the work off
    await until(() => /lease was lost|E_LEASE_LOST/.test(frozen.output))
    const [after] = await subscriber.deliveries()
    assert.lengthOf(after.attempts, 1)
    assert.deepEqual([...subscriber.arrivals.values()], [2])
  })

  test('while it looks whether a receiver that was down is there again lets another look', async ({
    assert,
  }) => {
    subscriber.receiver.answers(() => ({ status: 503 }))
    await subscriber.happen(STRIKES + 2)
    const first = start()
    await until(async () => (await subscriber.endpoint()).restsUntil !== null)
    await first.kill()
    const struck = subscriber.receiver.calls.length
    subscriber.receiver.answers(() => null)
    const looking = start()
    await subscriber.receiver.receives(struck + 1)
    await looking.kill()
    subscriber.receiver.answers(() => ({ status: 200 }))
    start()
    const deliveries = await subscriber.delivered(STRIKES + 2)
    assert.lengthOf(deliveries, STRIKES + 2)
    assert.containsSubset(await subscriber.endpoint(), { strikes: 0, restsUntil: null })
    assert.equal(subscriber.arrivals.size, STRIKES + 2)
    for (const { attempts } of deliveries) {
      const taken = attempts.filter(({ statusCode }) => statusCode === 200)
      assert.lengthOf(taken, 1)
    }
  })

  test('in order finishes what it began, and begins nothing more', async ({ assert }) => {
    subscriber.receiver.answers(() => null)
    await subscriber.happen()
    const worker = start()
    await subscriber.receiver.receives(1)
    worker.send('SIGTERM')
    await worker.isStopping()
    await subscriber.happen()
    subscriber.receiver.release({ status: 200 })
    assert.deepEqual(await worker.end, { code: 0, signal: null })
    const [delivery] = await subscriber.deliveries()
    assert.equal(delivery.status, 'delivered')
    assert.lengthOf(subscriber.receiver.calls, 1)
    assert.deepEqual(
      (await outboxRows()).map(({ kind }) => kind),
      ['webhooks.deliver']
    )
  })
})

test.group('Two workers at once', () => {
  test('share the work and do none of it twice', async ({ assert, cleanup }) => {
    await emptyOutbox()
    const subscriber = await Subscriber.open()
    // leases and time-outs as in production: a receiver on a busy machine is not to be slow enough for a second attempt
    const workers = [1, 2].map(() => WorkerProcess.start({ TIME_SCALE: '1' }))
    cleanup(async () => {
      await Promise.all(workers.map((worker) => worker.kill()))
      await subscriber.close()
    })
    await Promise.all(workers.map((worker) => worker.isAtWork()))
    for (let units = 0; units < 20; units++) await subscriber.happen(10)
    const deliveries = await subscriber.delivered(200)
    await until(async () => (await outboxRows()).length === 0)
    assert.lengthOf(deliveries, 200)
    assert.isTrue(deliveries.every(({ attempts }) => attempts.length === 1))
    assert.lengthOf(subscriber.receiver.calls, 200)
    assert.equal(subscriber.arrivals.size, 200)
  })
})
