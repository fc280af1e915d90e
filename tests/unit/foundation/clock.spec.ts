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

  test('goes on when somebody sets the clock of its machine, and follows the other', async ({
    assert,
    cleanup,
  }) => {
    const day = 86_400_000
    const machine = Date.now
    cleanup(() => {
      Date.now = machine
      clock.follow(0)
    })
    clock.follow(0)
    for (const days of [1, -1]) {
      Date.now = () => machine() + days * day
      assert.closeTo(clock.now().getTime(), machine(), 1_000, 'before it is compared')
      clock.follow(-days * day)
      assert.closeTo(clock.now().getTime(), machine(), 1_000, 'compared')
      Date.now = machine
      assert.closeTo(clock.now().getTime(), machine(), 1_000, 'set right again')
      clock.follow(0)
      assert.closeTo(clock.now().getTime(), machine(), 1_000)
    }
  })

  test('does not follow what clocks differ by anyway', ({ assert, cleanup }) => {
    cleanup(() => clock.follow(0))
    clock.follow(1_900)
    assert.closeTo(clock.now().getTime(), Date.now(), 1_000)
    clock.follow(60_000)
    assert.closeTo(clock.now().getTime(), Date.now() + 60_000, 1_000)
  })
})
