import { test } from '@japa/runner'
import {
  isOneLine,
  isolated,
  isPlain,
  isVisible,
  printableOf,
} from '#app/foundation/printable_text'

test.group('Printable text', () => {
  test('has no control characters, direction overrides or hidden line ends', ({ assert }) => {
    const odd = ['\0', '\u0007', '\u001b', '\u0085', '\u2028', '\u2029', '\u202a', '\u202e']
    for (const character of [...odd, '\u2066', '\u2069', '\ufff9', '\ud800'])
      assert.isFalse(isPlain(`Ann${character}cod`), JSON.stringify(character))
  })

  test('keeps what scripts need', ({ assert }) => {
    const names = ['می‌خواهم', 'क्‍ष', '👩‍👩‍👧', 'דוד\u200f', 'O’Neill', 'Žluťoučký', 'a\tb\nc']
    for (const name of names) assert.isTrue(isPlain(name), name)
  })

  test('knows a line from several', ({ assert }) => {
    assert.isTrue(isOneLine('One line'))
    for (const text of ['a\nb', 'a\tb', 'a\u2028b']) assert.isFalse(isOneLine(text))
  })

  test('is not visible without a letter, digit, sign or mark that leaves ink', ({ assert }) => {
    for (const text of ['', ' ', '\u200b', '\u200d', '\u00a0', '\u3164', '\u2800', '\u{e0041}'])
      assert.isFalse(isVisible(text), JSON.stringify(text))
    for (const text of ['A', '7', '-', '木', 'ཀ', '👍']) assert.isTrue(isVisible(text), text)
  })

  test('is left of a file name that has more', ({ assert }) => {
    assert.equal(printableOf('a\u202efdp\u2028.\n\ud800b'), 'afdp.\ufffdb')
  })

  test('stands in an isolate within a line of ours', ({ assert }) => {
    assert.equal(isolated('שלום'), '\u2068שלום\u2069')
  })
})
