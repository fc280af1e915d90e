import { test } from '@japa/runner'
import { DAY_MS, HOUR_MS, inWords, MINUTE_MS, span } from '#app/foundation/duration'

test.group('Durations in words', () => {
  test('take the largest unit that they are whole in', ({ assert }) => {
    assert.deepEqual(
      [MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 90 * MINUTE_MS, DAY_MS, 36 * HOUR_MS].map(inWords),
      ['a minute', '30 minutes', 'an hour', '90 minutes', 'a day', '36 hours']
    )
  })

  test('have no article after “the last”', ({ assert }) => {
    assert.deepEqual([HOUR_MS, 2 * HOUR_MS].map(span), ['hour', '2 hours'])
  })

  test('are whole minutes', ({ assert }) => {
    for (const ms of [0, 1_000, 90_000]) assert.throws(() => inWords(ms), RangeError)
  })
})
