import { test } from '@japa/runner'

import {
  crc32Base62,
  randomBase62,
  randomToken,
  safeEqual,
  sha256Hex,
} from '#app/foundation/opaque_token'

test.group('Opaque token | digests', () => {
  test('hashes the vectors of FIPS 180-2', ({ assert }) => {
    assert.equal(
      sha256Hex('abc'),
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    )
    assert.equal(sha256Hex(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  test('hashes text as its UTF-8 bytes', ({ assert }) => {
    assert.equal(sha256Hex('Grüße'), sha256Hex(Buffer.from('Grüße', 'utf8')))
  })

  test('writes CRC-32 {crc} of "{text}" in base 62')
    .with([
      { text: '', crc: 0x00000000 },
      { text: 'a', crc: 0xe8b7be43 },
      { text: '123456789', crc: 0xcbf43926 },
      { text: 'The quick brown fox jumps over the lazy dog', crc: 0x414fa339 },
    ])
    .run(({ assert }, { text, crc }) => {
      const checksum = crc32Base62(text)
      assert.match(checksum, /^[0-9A-Za-z]{6}$/)
      assert.equal(fromBase62(checksum), crc)
    })

  test('finds every exchange of two neighbouring characters in a key', ({ assert }) => {
    const key = `svc_live_${randomBase62(38)}`
    for (let at = 0; at < key.length - 1; at++) {
      const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)
      if (swapped !== key) assert.notEqual(crc32Base62(swapped), crc32Base62(key))
    }
  })
})

test.group('Opaque token | randomness', () => {
  test('draws as many base62 characters as asked', ({ assert }) => {
    assert.equal(randomBase62(0), '')
    assert.match(randomBase62(30), /^[0-9A-Za-z]{30}$/)
    assert.notEqual(randomBase62(30), randomBase62(30))
  })

  test('prefers no character', ({ assert }) => {
    const counts = new Map<string, number>()
    for (const character of randomBase62(310_000)) {
      counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    assert.lengthOf([...counts.keys()], 62)
    // 5,000 of each expected; 8 standard deviations are 561, a remainder's bias would be 1,050
    for (const count of counts.values()) assert.closeTo(count, 5_000, 561)
  })

  test('writes random bytes as base64url', ({ assert }) => {
    assert.match(randomToken(), /^[\w-]{43}$/)
    assert.equal(Buffer.from(randomToken(20), 'base64url').length, 20)
    assert.notEqual(randomToken(), randomToken())
  })
})

test.group('Opaque token | comparison', () => {
  test('finds equal what is equal', ({ assert }) => {
    assert.isTrue(safeEqual('tok_abc', 'tok_abc'))
    assert.isTrue(safeEqual('tok_abc', Buffer.from('tok_abc')))
    assert.isTrue(safeEqual('', ''))
  })

  test('finds different what differs in content or length', ({ assert }) => {
    assert.isFalse(safeEqual('tok_abc', 'tok_abd'))
    assert.isFalse(safeEqual('tok_abc', 'tok_ab'))
    assert.isFalse(safeEqual('tok_abc', ''))
  })
})

function fromBase62(text: string): number {
  const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return [...text].reduce((sum, character) => sum * 62 + ALPHABET.indexOf(character), 0)
}
