import { test } from '@japa/runner'

import { clock } from '#app/foundation/clock'
import { environmentOf, isIdentifier, newId } from '#app/foundation/identifier'

test.group('Identifier', (group) => {
  group.each.teardown(() => clock.restore())

  test('is the prefix and a ULID in lower case', ({ assert }) => {
    assert.match(newId('doc'), /^doc_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  })

  test('begins with the time in milliseconds, as a ULID does', ({ assert }) => {
    const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
    const before = Date.now()
    const characters = [...newId('doc').slice('doc_'.length, 'doc_'.length + 10)]
    const ms = characters.reduce((sum, character) => sum * 32 + ALPHABET.indexOf(character), 0)
    assert.isAtLeast(ms, before)
    assert.isAtMost(ms, Date.now())
  })

  test('sorts as it was made, within a millisecond too', ({ assert }) => {
    const ids = Array.from({ length: 5_000 }, () => newId('doc', 'test'))
    assert.deepEqual([...ids].sort(), ids)
  })

  test('sorts by the time on the clock', ({ assert }) => {
    const ids = Array.from({ length: 50 }, () => {
      clock.travel(1_000)
      return newId('evt')
    })
    assert.deepEqual([...ids].sort(), ids)
  })

  test('is never given twice', ({ assert }) => {
    const ids = new Set(Array.from({ length: 20_000 }, () => newId('att', 'live')))
    assert.lengthOf([...ids], 20_000)
  })

  test('names its environment', ({ assert }) => {
    for (let round = 0; round < 500; round++) {
      assert.equal(environmentOf(newId('doc', 'live')), 'live')
      assert.equal(environmentOf(newId('doc', 'test')), 'test')
    }
  })

  test('is live where no environment is given', ({ assert }) => {
    assert.equal(environmentOf(newId('ten')), 'live')
  })

  test('is told from ids of another prefix', ({ assert }) => {
    const id = newId('sig')
    assert.isTrue(isIdentifier('sig', id))
    assert.isFalse(isIdentifier('doc', id))
    assert.isFalse(isIdentifier('si', id))
  })

  test('is told from {what}')
    .with(() => {
      const id = newId('doc')
      return [
        { what: 'upper case', value: id.toUpperCase() },
        { what: 'an id that is too short', value: id.slice(0, -1) },
        { what: 'an id that is too long', value: `${id}0` },
        { what: 'an id and a line feed', value: `${id}\n` },
        { what: 'a space and an id', value: ` ${id}` },
        { what: 'a time beyond 48 bits', value: `doc_8${id.slice(5)}` },
        { what: 'a letter that Crockford leaves out', value: `${id.slice(0, -1)}u` },
        { what: 'a bare prefix', value: 'doc_' },
        { what: 'empty text', value: '' },
        { what: 'nothing', value: undefined },
        { what: 'a number', value: 42 },
        { what: 'an object that prints as an id', value: { toString: () => id } },
      ]
    })
    .run(({ assert }, { value }) => {
      assert.isFalse(isIdentifier('doc', value))
    })

  test('refuses to name the environment of something else', ({ assert }) => {
    assert.throws(() => environmentOf('doc_123'), 'This is not an identifier of ours')
  })
})
