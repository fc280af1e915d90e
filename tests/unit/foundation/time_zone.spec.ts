import { test } from '@japa/runner'
import { isTimeZone, nextHour, TIME_ZONES } from '#app/foundation/time_zone'

test.group('Time zones', () => {
  test('are IANA’s names, old ones included, and nothing else', ({ assert }) => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Asia/Calcutta'])
      assert.isTrue(isTimeZone(zone), zone)
    for (const odd of [
      '',
      '+02:00',
      'Mars/Olympus',
      'Europe/Berlin\n',
      '../UTC',
      42,
      null,
      undefined,
    ])
      assert.isFalse(isTimeZone(odd), String(odd))
    assert.isTrue(TIME_ZONES.every(isTimeZone))
  })

  test('say when it is eight o’clock next, across summer time and the date line', ({ assert }) => {
    const next = (zone: string, now: string) => nextHour(8, zone, new Date(now)).toISOString()
    assert.equal(next('UTC', '2026-11-23T07:58:00Z'), '2026-11-23T08:00:00.000Z')
    assert.equal(next('UTC', '2026-11-23T07:59:30Z'), '2026-11-24T08:00:00.000Z')
    assert.equal(next('UTC', '2026-11-23T08:00:00Z'), '2026-11-24T08:00:00.000Z')
    assert.equal(next('Asia/Kolkata', '2026-11-23T00:00:00Z'), '2026-11-23T02:30:00.000Z')
    assert.equal(next('Pacific/Kiritimati', '2026-11-23T12:00:00Z'), '2026-11-23T18:00:00.000Z')
    assert.equal(next('America/New_York', '2026-11-23T00:00:00Z'), '2026-11-23T13:00:00.000Z')
    // clocks go forward on 29 March 2026 in Berlin, and back on 25 October
    assert.equal(next('Europe/Berlin', '2026-03-28T12:00:00Z'), '2026-03-29T06:00:00.000Z')
    assert.equal(next('Europe/Berlin', '2026-10-24T12:00:00Z'), '2026-10-25T07:00:00.000Z')
  })
})
