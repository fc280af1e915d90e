import { test } from '@japa/runner'

import { clock } from '#app/foundation/clock'

test.group('Clock', (group) => {
  group.each.teardown(() => clock.restore())

  test('returns the current time', ({ assert }) => {
    const before = Date.now()
    const now = clock.now().getTime()
    assert.isAtLeast(now, before)
    assert.isAtMost(now, Date.now())
  })

  test('travels on from where it stands', ({ assert }) => {
    const hour = 3_600_000
    clock.travel(2 * hour)
    clock.travel(-hour)
    assert.closeTo(clock.now().getTime(), Date.now() + hour, hour / 2)
  })

  test('comes back to the present', ({ assert }) => {
    const day = 86_400_000
    clock.travel(day)
    clock.restore()
    assert.closeTo(clock.now().getTime(), Date.now(), day / 2)
  })
})
