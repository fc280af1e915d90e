import { test } from '@japa/runner'
import { Rest } from '#app/queue/rest'

test.group('Rest', () => {
  /** Rests behind beats that take so many ms and begin as soon as they may. */
  const rests = (rest: Rest, from: number, beats: readonly number[]) => {
    let beganAt = Math.max(from, rest.until)
    return beats.map((takenMs) => {
      const endedAt = beganAt + takenMs
      rest.after(beganAt, endedAt)
      beganAt = rest.until
      return beganAt - endedAt
    })
  }
  const busy = () => {
    const rest = new Rest()
    rests(rest, 0, [30])
    return rest
  }

  test('is twice as long as the beat under load, at least 5 ms and at most 50', ({ assert }) => {
    assert.deepEqual(rests(busy(), 0, [1, 4, 10, 40]), [5, 8, 20, 50])
  })

  test('was had already by what was idle before, up to 50 ms of it', ({ assert }) => {
    const rest = busy()
    assert.deepEqual(rests(rest, rest.until + 12, [5, 5, 5]), [0, 8, 10])
    assert.deepEqual(rests(rest, rest.until + 3_600_000, [10, 10, 10, 10]), [0, 0, 10, 20])
  })

  test('is had once: what it was set off against is gone', ({ assert }) => {
    const rest = busy()
    assert.deepEqual(rests(rest, rest.until + 50, [25, 5]), [0, 10])
  })
})
