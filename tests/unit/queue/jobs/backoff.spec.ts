import { test } from '@japa/runner'
import { backoffMs } from '#app/queue/jobs/backoff'

test.group('Backoff', () => {
  test('doubles from two seconds up to an hour', ({ assert }) => {
    assert.deepEqual(
      [0, 1, 2, 10, 11, 500].map((tries) => backoffMs(tries, 0.5)),
      [2_000, 4_000, 8_000, 2_048_000, 3_600_000, 3_600_000]
    )
  })

  test('strays by a fifth at most', ({ assert }) => {
    assert.equal(backoffMs(0, 0), 1_600)
    assert.equal(backoffMs(0, 1), 2_400)
  })
})
