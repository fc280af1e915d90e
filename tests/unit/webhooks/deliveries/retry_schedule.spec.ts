import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { timeScale } from '#app/foundation/time_scale'
import {
  MAX_ATTEMPTS,
  parseRetryAfter,
  RETRY_DELAYS_MS,
  retryDelayMs,
} from '#app/webhooks/deliveries/retry_schedule'

const SECONDS = 1_000
const MINUTES = 60 * SECONDS
const delay = (made: number, { allowed = 5, asked = 0, random = 0.5 } = {}) =>
  retryDelayMs(made, allowed, asked, random)

/** 30 s, 4 min, 4 h 16 min */
function inShort(ms: number): string {
  const seconds = ms / SECONDS
  if (seconds < 60) return `${seconds} s`
  const [hours, minutes] = [Math.floor(seconds / 3600), (seconds % 3600) / 60]
  return [hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(' ')
}

test.group('Retry schedule', (group) => {
  group.each.teardown(() => timeScale.set(1))

  test('waits 30 s, 4 min, 32 min and 4 h 16 min, and then no more', ({ assert }) => {
    const delays = [1, 2, 3, 4, 5].map((made) => delay(made))
    assert.deepEqual(delays, [30 * SECONDS, 4 * MINUTES, 32 * MINUTES, 256 * MINUTES, null])
    assert.equal(MAX_ATTEMPTS, 5)
  })

  test('is written in the reference and in the guide as it is', ({ assert }) => {
    const [last, ...others] = RETRY_DELAYS_MS.map(inShort).reverse()
    const sentence = `after about ${others.reverse().join(', ')} and ${last}`
    for (const page of ['docs/api/webhooks.md', 'resources/views/docs/guides/webhooks.edge'])
      assert.include(readFileSync(app.makePath(page), 'utf8'), sentence, page)
  })

  test('strays by a fifth at most', ({ assert }) => {
    assert.equal(delay(1, { random: 0 }), 24 * SECONDS)
    assert.equal(delay(1, { random: 1 }), 36 * SECONDS)
  })

  test('ends after as many attempts as the plan allows', ({ assert }) => {
    assert.isNull(delay(1, { allowed: 1 }))
    assert.isNull(delay(3, { allowed: 3 }))
    assert.isNull(delay(5, { allowed: 50 }))
  })

  test('honours Retry-After between the delay and twice the delay', ({ assert }) => {
    assert.equal(delay(1, { asked: 1 * SECONDS }), 30 * SECONDS)
    assert.equal(delay(1, { asked: 45 * SECONDS }), 45 * SECONDS)
    assert.equal(delay(1, { asked: 3 * 60 * MINUTES }), 60 * SECONDS)
  })

  test('reads Retry-After as seconds or as a date', ({ assert }) => {
    const now = new Date('2026-11-21T10:00:00Z')
    assert.equal(parseRetryAfter('120', now), 120 * SECONDS)
    assert.equal(parseRetryAfter('Sat, 21 Nov 2026 10:01:00 GMT', now), 60 * SECONDS)
    assert.equal(parseRetryAfter('Sat, 21 Nov 2026 09:00:00 GMT', now), 0)
    for (const nonsense of ['soon', '', undefined, ['1'], '-5s'])
      assert.isUndefined(parseRetryAfter(nonsense, now))
  })

  test('can be shortened for tests', ({ assert }) => {
    timeScale.set(0.001)
    assert.equal(delay(1), 30)
  })
})
