import { test } from '@japa/runner'
import { STRIKES } from '#app/webhooks/endpoint_health'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { until } from '#tests/support/until'
import { WorkerProcess } from '#tests/support/worker_process'
import { Subscriber } from './subscriber.js'

/** From the commit of an event to the end of its delivery, in the order in which they are passed. */
const POINTS_BEFORE_THE_POST = [
  'relay.claimed',
  'relay.handed',
  'webhooks.fan_out.started',
  'outbox.recording',
  'outbox.recorded',
  'webhooks.fan_out.done',
  'webhooks.deliver.started',
]
const POINTS_AFTER_THE_POST = ['webhooks.deliver.posted']
const POINTS_AFTER_THE_END = ['webhooks.deliver.done']

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
  /** One event, a worker that dies at the point, and one that does not. */
  const dieAt = async (faultPoint: string) => {
    await subscriber.happen()
    const signal = await start({ FAULT_POINT: faultPoint }).dies()
    start()
    const deliveries = await subscriber.delivered(1)
    await until(async () => (await outboxRows()).length === 0)
    return { signal, deliveries }
  }

  for (const point of POINTS_BEFORE_THE_POST) {
    test(`at ${point} delays a delivery, and does nothing twice`, async ({ assert }) => {
      const { signal, deliveries } = await dieAt(point)
      assert.equal(signal, 'SIGKILL')
      assert.deepEqual(
        deliveries.map(({ attempts }) => attempts.length),
        [1]
      )
      assert.deepEqual([...subscriber.arrivals.values()], [1])
    })
  }

  for (const point of POINTS_AFTER_THE_POST) {
    test(`at ${point} sends again what it could not log, under the same id`, async ({ assert }) => {
      const { signal, deliveries } = await dieAt(point)
      assert.equal(signal, 'SIGKILL')
      assert.deepEqual(
        deliveries.map(({ attempts }) => attempts.length),
        [1]
      )
      assert.deepEqual([...subscriber.arrivals.values()], [2])
      const [first, second] = subscriber.receiver.calls
      assert.equal(second.body, first.body)
      assert.equal(second.headers['x-service-delivery'], first.headers['x-service-delivery'])
      assert.equal(second.headers['x-service-attempt'], first.headers['x-service-attempt'])
    })
  }

  for (const point of POINTS_AFTER_THE_END) {
    test(`at ${point} has nothing left to do`, async ({ assert }) => {
      const { signal, deliveries } = await dieAt(point)
      assert.equal(signal, 'SIGKILL')
      assert.deepEqual(
        deliveries.map(({ attempts }) => attempts.length),
        [1]
      )
      assert.deepEqual([...subscriber.arrivals.values()], [1])
    })
  }

  test('while it posts is replaced, and its own late end is refused', async ({ assert }) => {
    subscriber.receiver.answers((_, count) => (count === 1 ? null : { status: 200 }))
    await subscriber.happen()
    const frozen = start()
    await subscriber.receiver.receives(1)
    frozen.send('SIGSTOP')
    start()
    const [delivery] = await subscriber.delivered(1)
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
    await subscriber.happen()
    subscriber.receiver.release({ status: 200 })
    assert.deepEqual(await worker.end, { code: 0, signal: null })
    const [delivery] = await subscriber.deliveries()
    assert.equal(delivery.status, 'delivered')
    assert.lengthOf(subscriber.receiver.calls, 1)
    assert.deepEqual(
      (await outboxRows()).map(({ kind }) => kind),
      ['webhooks.fan_out']
    )
  })
})

test.group('Two workers at once', () => {
  test('share the work and do none of it twice', async ({ assert, cleanup }) => {
    await emptyOutbox()
    const subscriber = await Subscriber.open()
    const workers = [WorkerProcess.start(), WorkerProcess.start()]
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
