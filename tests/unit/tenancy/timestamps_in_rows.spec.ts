import pg from 'pg'
import { test } from '@japa/runner'

const TIMESTAMPTZ = 1184

test.group('Timestamps in rows', () => {
  test('{text} is {time}')
    .with([
      { text: '2026-11-30 20:30:00+00', time: '2026-11-30T20:30:00.000Z' },
      { text: '2026-11-30 20:30:00.1+00', time: '2026-11-30T20:30:00.100Z' },
      { text: '2026-11-30 20:30:00.123456+05:30', time: '2026-11-30T15:00:00.123Z' },
      { text: '2026-02-28 23:30:00-03', time: '2026-03-01T02:30:00.000Z' },
      { text: '0099-04-02 03:03:21.5+00', time: '0099-04-02T03:03:21.500Z' },
    ])
    .run(({ assert }, { text, time }) => {
      const read = pg.types.getTypeParser(TIMESTAMPTZ)
      assert.equal((read(text) as unknown as Date).toISOString(), time)
    })
})
