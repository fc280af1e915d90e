import { test } from '@japa/runner'
import { NamedSemaphores, Semaphore } from '#app/foundation/semaphore'
import { until } from '#tests/support/until'

/** Work that goes on until it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, letGo: resolve }
}

test.group('Semaphore', () => {
  test('lets so many through at once, and the next when one leaves', async ({ assert }) => {
    const semaphore = new Semaphore(2)
    const begun: number[] = []
    const works = [held(), held(), held()]
    const runs = works.map(({ work }, index) =>
      semaphore.run(() => {
        begun.push(index)
        return work()
      })
    )
    await Promise.resolve()
    assert.deepEqual(begun, [0, 1])
    assert.equal(semaphore.waiting, 1)
    works[1].letGo()
    await until(() => begun.length === 3)
    for (const { letGo } of works) letGo()
    await Promise.all(runs)
    assert.isTrue(semaphore.isUnused)
  })

  test('frees the place of work that fails', async ({ assert }) => {
    const semaphore = new Semaphore(1)
    await assert.rejects(() => semaphore.run(() => Promise.reject(new Error('broken'))), 'broken')
    assert.isTrue(semaphore.isUnused)
  })

  test('gives nobody a place who has stopped waiting', async ({ assert }) => {
    const semaphore = new Semaphore(1)
    await semaphore.acquire()
    assert.isFalse(await semaphore.acquire(1))
    assert.equal(semaphore.waiting, 0)
    semaphore.release()
    assert.isTrue(await semaphore.acquire(1))
  })

  test('counts each name by itself, and remembers none that nobody uses', async ({ assert }) => {
    const semaphores = new NamedSemaphores(1)
    const [first, second] = [held(), held()]
    const runs = [semaphores.run('a', first.work), semaphores.run('b', second.work)]
    assert.equal(semaphores.size, 2)
    second.letGo()
    await runs[1]
    assert.equal(semaphores.size, 1)
    first.letGo()
    await runs[0]
    assert.equal(semaphores.size, 0)
  })
})
