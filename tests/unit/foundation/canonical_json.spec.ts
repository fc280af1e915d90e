import { test } from '@japa/runner'

import { canonicalJson } from '#app/foundation/canonical_json'

test.group('Canonical JSON | RFC 8785', () => {
  test('writes the sample of section 3.2.2 as its bytes in section 3.2.4', ({ assert }) => {
    const sample = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`)
    const bytes =
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a' +
      '5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d' +
      '2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d'
    assert.equal(Buffer.from(canonicalJson(sample)).toString('hex'), bytes)
  })

  test('sorts names by UTF-16 code units, as section 3.2.3 does', ({ assert }) => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    assert.deepEqual(canonicalJson(sample).match(/(?<=")[A-Z][^"]*/g), [
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  test('writes the number {bits} of appendix B as {text}')
    .with([
      { bits: '0000000000000000', text: '0' },
      { bits: '8000000000000000', text: '0' },
      { bits: '0000000000000001', text: '5e-324' },
      { bits: '8000000000000001', text: '-5e-324' },
      { bits: '7fefffffffffffff', text: '1.7976931348623157e+308' },
      { bits: 'ffefffffffffffff', text: '-1.7976931348623157e+308' },
      { bits: '4340000000000000', text: '9007199254740992' },
      { bits: 'c340000000000000', text: '-9007199254740992' },
      { bits: '4430000000000000', text: '295147905179352830000' },
      { bits: '44b52d02c7e14af5', text: '9.999999999999997e+22' },
      { bits: '44b52d02c7e14af6', text: '1e+23' },
      { bits: '44b52d02c7e14af7', text: '1.0000000000000001e+23' },
      { bits: '444b1ae4d6e2ef4e', text: '999999999999999700000' },
      { bits: '444b1ae4d6e2ef4f', text: '999999999999999900000' },
      { bits: '444b1ae4d6e2ef50', text: '1e+21' },
      { bits: '3eb0c6f7a0b5ed8c', text: '9.999999999999997e-7' },
      { bits: '3eb0c6f7a0b5ed8d', text: '0.000001' },
      { bits: '41b3de4355555553', text: '333333333.3333332' },
      { bits: '41b3de4355555554', text: '333333333.33333325' },
      { bits: '41b3de4355555555', text: '333333333.3333333' },
      { bits: '41b3de4355555556', text: '333333333.3333334' },
      { bits: '41b3de4355555557', text: '333333333.33333343' },
      { bits: 'becbf647612f3696', text: '-0.0000033333333333333333' },
      { bits: '43143ff3c1cb0959', text: '1424953923781206.2' },
    ])
    .run(({ assert }, { bits, text }) => {
      assert.equal(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE()), text)
    })
})

test.group('Canonical JSON | one value, one text', () => {
  test('does not depend on the order in which names were given', ({ assert }) => {
    assert.equal(canonicalJson({ b: [{ d: 1, c: 2 }], a: 3 }), '{"a":3,"b":[{"c":2,"d":1}]}')
  })

  test('leaves out names without a value', ({ assert }) => {
    assert.equal(canonicalJson({ a: undefined, b: null }), '{"b":null}')
  })

  test('writes a time in milliseconds of UTC', ({ assert }) => {
    assert.equal(canonicalJson({ at: new Date(0) }), '{"at":"1970-01-01T00:00:00.000Z"}')
  })

  test('refuses {what}')
    .with(() => {
      const circle: { self?: unknown } = {}
      circle.self = circle
      return [
        { what: 'nothing', value: undefined },
        { what: 'a function', value: () => 1 },
        { what: 'NaN', value: { a: Number.NaN } },
        { what: 'infinity', value: [Number.POSITIVE_INFINITY] },
        { what: 'a lone surrogate', value: 'a\ud800' },
        { what: 'a lone surrogate in a name', value: { '\udc00': 1 } },
        { what: 'a bigint', value: { a: 1n } },
        { what: 'a circle', value: circle },
      ]
    })
    .run(({ assert }, { value }) => {
      assert.throws(() => canonicalJson(value))
    })
})
