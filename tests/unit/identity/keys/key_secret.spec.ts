import { test } from '@japa/runner'
import { crc32Base62 } from '#app/foundation/opaque_token'
import { KeySecret } from '#app/identity/keys/key_secret'

test.group('Key secret', () => {
  test('names its environment and its tenant, and carries its checksum', ({ assert }) => {
    const { text, environment, tenantPrefix, prefix } = KeySecret.random('test', 'Abc12345')
    assert.match(text, /^svc_test_Abc12345[0-9A-Za-z]{36}$/)
    assert.equal(text.slice(-6), crc32Base62(text.slice(0, -6)))
    assert.deepEqual([environment, tenantPrefix, prefix], ['test', 'Abc12345', 'svc_test_Abc12345'])
  })

  test('is read back from its text', ({ assert }) => {
    const made = KeySecret.random('live', '00000000')
    assert.deepEqual(KeySecret.parse(made.text), made)
  })

  test('never comes twice', ({ assert }) => {
    const texts = Array.from({ length: 1000 }, () => KeySecret.random('live', 'Abc12345').text)
    assert.lengthOf(new Set(texts), 1000)
  })

  test('shows four characters of its end and no more', ({ assert }) => {
    const { text, lastFour } = KeySecret.random('live', 'Abc12345')
    assert.equal(lastFour, text.slice(-4))
  })

  test('finds every single mistyped character without a look-up', ({ assert }) => {
    const { text } = KeySecret.random('live', 'Abc12345')
    for (let index = 'svc_live_'.length; index < text.length; index += 1) {
      const wrong = text[index] === 'x' ? 'y' : 'x'
      assert.isNull(KeySecret.parse(text.slice(0, index) + wrong + text.slice(index + 1)))
    }
  })

  for (const [what, text] of [
    ['nothing', ''],
    ['a password', 'correct horse battery staple'],
    ['a key of another house', 'sk_live_abcdefghijklmnopqrstuvwxyz'],
    ['an environment that does not exist', withChecksum(`svc_prod_Abc12345${'a'.repeat(30)}`)],
    ['a key cut short', withChecksum(`svc_live_Abc12345${'a'.repeat(29)}`)],
    ['a key that goes on', withChecksum(`svc_live_Abc12345${'a'.repeat(31)}`)],
    ['a line break at the end', `${withChecksum(`svc_live_Abc12345${'a'.repeat(30)}`)}\n`],
  ]) {
    test(`is not made of ${what}`, ({ assert }) => assert.isNull(KeySecret.parse(text)))
  }
})

function withChecksum(body: string): string {
  return body + crc32Base62(body)
}
