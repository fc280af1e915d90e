import { test } from '@japa/runner'
import { byteRange } from '#app/front_door/answers/byte_range'

test.group('Byte range', () => {
  for (const [header, start, end] of [
    ['bytes=0-', 0, 100],
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=90-200', 90, 100],
    ['bytes=-10', 90, 100],
    ['bytes=-1000', 0, 100],
  ] as const) {
    test(`reads ${header} of 100 as ${start} up to ${end}`, ({ assert }) =>
      assert.deepEqual(byteRange(header, 100), { start, end }))
  }

  for (const header of [
    undefined,
    '',
    'bytes=-',
    'bytes=0-1,4-5',
    'pages=1-2',
    'bytes=a-b',
    'bytes=5-2',
    'bytes=200-100',
  ]) {
    test(`takes ${header ?? 'no header'} for the whole`, ({ assert }) =>
      assert.isNull(byteRange(header, 100)))
  }

  for (const header of ['bytes=100-', 'bytes=100-200', 'bytes=-0']) {
    test(`refuses ${header} of 100`, ({ assert }) =>
      assert.throws(() => byteRange(header, 100), /100 bytes/))
  }
})
