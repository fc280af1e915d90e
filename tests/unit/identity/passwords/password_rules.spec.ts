import { test } from '@japa/runner'
import { faultOfPassword } from '#app/identity/passwords/password_rules'

const ANA = { name: 'Ana Rivermouth', email: 'a.rivers@harbour.example', tenant: ['Northwind'] }
const faultOf = (password: unknown) => faultOfPassword(password, password, ANA)

test.group('Rules for a new password', () => {
  test('ask for twelve characters, each counted once: {$self}')
    .with(['elevenchars', '🦉🦊🐝🐢🐙🦋', 'ααααααα βββ', 'a\u0301'.repeat(11), ''])
    .run(({ assert }, password) => assert.equal(faultOf(password), 'Use at least 12 characters.'))

  test('take every character, spaces at the ends included: {title}')
    .with([
      { title: 'lower case alone', password: 'kjhgfqwmnbzx' },
      { title: 'digits alone', password: '839205716402' },
      { title: 'spaces', password: '  the  weir at night ' },
      { title: 'punctuation', password: '<>&"\'%;--/*\\$(' },
      { title: 'Greek', password: 'νύχτα στο λιμάνι' },
      { title: 'emoji', password: '🦉🦊🐝🐢🐙🦋🐳🦔🐞🦀🐌🦩' },
      { title: 'a tab', password: 'herons\tover\tthe weir' },
    ])
    .run(({ assert }, { password }) => assert.isNull(faultOf(password)))

  test('take a thousand characters and no more', ({ assert }) => {
    const long = Array.from({ length: 400 }, (_, index) => index).join(' ')
    assert.isNull(faultOf(long.slice(0, 64)))
    assert.isNull(faultOf(long.slice(0, 1_000)))
    assert.equal(faultOf(long.slice(0, 1_001)), 'Use at most 1000 characters.')
  })

  test('refuse what no form field holds', ({ assert }) => {
    const odd = [null, undefined, 123456789012, ['a long and quiet night'], 'a long\0and quiet']
    for (const password of odd) assert.isString(faultOf(password))
  })

  test('ask for the same twice', ({ assert }) => {
    const fault = faultOfPassword('a long and quiet night', 'a long and quiet  night', ANA)
    assert.match(fault ?? '', /do not match/)
  })
})
