import { test } from '@japa/runner'
import { appKey } from '#app/foundation/keys/app_key'

const REFUSED = /^Set the environment variable "APP_KEY" to at least 32 random characters: /

test.group('APP_KEY', () => {
  test('is taken with 32 characters of 8 kinds, and stays secret', ({ assert }) => {
    const value = 'abcdefgh'.repeat(4)
    const key = appKey('APP_KEY', value)
    assert.equal(key.release(), value)
    assert.notInclude(JSON.stringify({ key }), value)
  })

  test('is refused when it is short, missing or of few kinds of characters, in a sentence without it', ({
    assert,
  }) => {
    for (const value of [undefined, '', 'abcdefgh'.repeat(4).slice(1), 'abcdefg'.repeat(5)]) {
      assert.throws(() => appKey('APP_KEY', value), REFUSED)
      assert.throws(() => appKey('APP_KEY', value), /^(?!.*abcdefg)/)
    }
  })
})
