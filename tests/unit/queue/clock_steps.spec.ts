import { test } from '@japa/runner'
import { ClockSteps } from '#app/queue/relay/clock_steps'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
/** What PostgreSQL's clock shows when the steady one shows 0. */
const EPOCH = Date.parse('2026-03-01T12:00:00Z')

/** A clock that is asked at some moments of the steady one. @returns whether anything is given out then */
function watched() {
  const steps = new ClockSteps()
  return (at: number, { aheadMs = 0, backMs = -SECOND, tookMs = 2 } = {}) => {
    const nowMs = EPOCH + at + aheadMs
    steps.observe({ nowMs, backMs, askedAt: at, answeredAt: at + tookMs })
    return steps.isSettled(at + tookMs)
  }
}

test.group('Queue | steps of the clock', () => {
  test('do not hold up work while the clock goes on, however slowly the server answers', ({
    assert,
  }) => {
    const isSettled = watched()
    assert.isTrue(isSettled(0))
    assert.isTrue(isSettled(SECOND, { tookMs: 30 * SECOND }))
    assert.isTrue(isSettled(40 * SECOND))
    assert.isTrue(isSettled(41 * SECOND, { aheadMs: SECOND }))
  })

  for (const [what, aheadMs] of [
    ['ahead', HOUR],
    ['back', -HOUR],
  ] as const) {
    test(`let work wait until all have compared their clocks: an hour ${what}`, ({ assert }) => {
      const isSettled = watched()
      isSettled(0)
      assert.isFalse(isSettled(SECOND, { aheadMs }))
      assert.isFalse(isSettled(6 * SECOND, { aheadMs }))
      assert.isTrue(isSettled(8 * SECOND, { aheadMs }))
    })
  }

  test('are noticed by a process that was not there, from what is written down', ({ assert }) => {
    const isSettled = watched()
    assert.isFalse(isSettled(0, { backMs: HOUR }))
    assert.isTrue(isSettled(7 * SECOND, { backMs: HOUR - 7 * SECOND }))
  })
})
