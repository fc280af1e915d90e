import { test } from '@japa/runner'
import { Rest } from '#app/queue/rest'

const BEAT_MS = 8
const MANY = 1_000

/** Beats that begin as soon as they may. @returns how long after the end of each the next one began */
function rests(rest: Rest, count: number, tookMs = BEAT_MS, from = 0): number[] {
  let now = from
  return Array.from({ length: count }, () => {
    const endedAt = now + tookMs
    now = rest.until(now, endedAt)
    return now - endedAt
  })
}

test.group('The rest between two beats', () => {
  test('is the shortest there is for the first beats after a quiet time', ({ assert }) => {
    assert.deepEqual(rests(new Rest(), 5), [5, 5, 5, 5, 5])
  })

  test('is twice as long as the beat for those who never pause', ({ assert }) => {
    assert.equal(rests(new Rest(), MANY).at(-1), 2 * BEAT_MS)
  })

  test('leaves beats a third of a long time and hardly more', ({ assert }) => {
    const beating = MANY * BEAT_MS
    const resting = rests(new Rest(), MANY).reduce((sum, ms) => sum + ms, 0)
    assert.approximately(beating / (beating + resting), 1 / 3, 0.01)
  })

  test('is short again once it was quiet for a while', ({ assert }) => {
    const rest = new Rest()
    rests(rest, MANY)
    assert.deepEqual(rests(rest, 3, BEAT_MS, 1_000_000), [5, 5, 5])
  })

  test('is 50 ms at most, however slow the beats are', ({ assert }) => {
    assert.equal(Math.max(...rests(new Rest(), MANY, 400)), 50)
  })
})
