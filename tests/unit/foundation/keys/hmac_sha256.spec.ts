import { createSecretKey } from 'node:crypto'

import { test } from '@japa/runner'
import { hmacSha256 } from '#app/foundation/keys/hmac_sha256'

test.group('HMAC-SHA256', () => {
  test('is that of RFC 4231, whether the parts are text or bytes', ({ assert }) => {
    const key = createSecretKey('Jefe', 'utf8')
    const mac = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
    for (const parts of [
      ['what do ya want for nothing?'],
      ['what do ya ', Buffer.from('want for '), 'nothing?'],
    ])
      assert.equal(hmacSha256(key, ...parts).toString('hex'), mac)
  })
})
