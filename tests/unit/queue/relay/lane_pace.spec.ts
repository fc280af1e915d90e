import { test } from '@japa/runner'
import { LanePace } from '#app/queue/relay/lane_pace'

const CAPS = { laneCap: 10, tenantCap: 25 }
const LANE = { scope: 'a', lane: 'x' }

/** So much is in hand, the oldest of it for so long; then the relay gives out what the lane may have. */
function turn(pace: LanePace, count: number, forMs = 5): number {
  pace.observe(CAPS, count > 0 ? [{ ...LANE, count, forMs }] : [])
  const allowed = pace.of(LANE)
  pace.give(Array.from({ length: Math.max(0, allowed - count) }, () => LANE))
  return allowed
}

test.group('Lane pace', () => {
  test('begins with the cap of the queue', ({ assert }) => {
    assert.equal(turn(new LanePace(), 0), 10)
  })

  test('allows twice as much when some is finished soon, and no more than a tenant may have', ({
    assert,
  }) => {
    const pace = new LanePace()
    assert.deepEqual(
      [turn(pace, 0), turn(pace, 4), turn(pace, 15), turn(pace, 0), pace.most],
      [10, 20, 25, 25, 25]
    )
  })

  test('allows no more while nothing is finished, however often it is asked', ({ assert }) => {
    const pace = new LanePace()
    assert.deepEqual([turn(pace, 0), turn(pace, 10), turn(pace, 10)], [10, 10, 10])
  })

  test('is back at the cap of the queue as soon as something takes long', ({ assert }) => {
    const pace = new LanePace()
    turn(pace, 0)
    assert.deepEqual([turn(pace, 4), turn(pace, 18, 1_000), turn(pace, 18, 9_000)], [20, 10, 10])
  })

  test('forgets a lane that rests', ({ assert }) => {
    const pace = new LanePace()
    turn(pace, 0)
    turn(pace, 4)
    pace.observe(CAPS, [])
    pace.observe(CAPS, [])
    assert.equal(pace.of(LANE), 10)
  })

  test('knows nothing of a lane from the speed of another', ({ assert }) => {
    const pace = new LanePace()
    turn(pace, 0)
    turn(pace, 4)
    assert.equal(pace.of({ scope: 'b', lane: 'x' }), 10)
  })

  test('is slow where one of several kinds of its work is', ({ assert }) => {
    const pace = new LanePace()
    turn(pace, 0)
    pace.observe(CAPS, [
      { ...LANE, count: 1, forMs: 5 },
      { ...LANE, count: 1, forMs: 2_000 },
    ])
    assert.equal(pace.of(LANE), 10)
  })
})
