import { test } from '@japa/runner'
import { excerpt, keptHeaders } from '#app/webhooks/deliveries/response_excerpt'

test.group('Response excerpt', () => {
  test('keeps 8 KiB and never half a character', ({ assert }) => {
    const text = excerpt(Buffer.from('a' + 'ü'.repeat(10_000)))
    assert.equal(text, 'a' + 'ü'.repeat(4_095))
  })

  test('holds nothing that PostgreSQL refuses', ({ assert }) => {
    assert.equal(excerpt(Buffer.from('a\0b')), 'ab')
    assert.equal(excerpt(Buffer.from([0x61, 0xff, 0x62])), 'a\ufffdb')
  })

  test('holds no secret that a receiver echoes', ({ assert }) => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    assert.equal(excerpt(Buffer.from(`{"got":"${secret}"}`)), '{"got":"whsec_…"}')
  })

  test('keeps only headers that help', ({ assert }) => {
    const kept = keptHeaders({
      'content-type': 'text/html',
      'set-cookie': 'a=b',
      'server': 'x'.repeat(999),
    })
    assert.deepEqual(kept, { 'content-type': 'text/html', 'server': 'x'.repeat(256) })
  })
})
