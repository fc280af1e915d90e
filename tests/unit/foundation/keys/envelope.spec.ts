import { createSecretKey, randomBytes } from 'node:crypto'

import { test } from '@japa/runner'

import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import EnvelopeRefused from '#app/foundation/errors/envelope_refused'

const key = createSecretKey(Buffer.alloc(32, 7))

test.group('Envelope', () => {
  test('opens to what was sealed')
    .with(['', 'whsec_abc', 'Grüße', 'x'.repeat(100_000)])
    .run(({ assert }, plaintext) => {
      const sealed = sealEnvelope(key, plaintext, 'ten_1|webhook_secret')
      assert.equal(openEnvelope(key, sealed, 'ten_1|webhook_secret').toString(), plaintext)
    })

  test('holds bytes as they are', ({ assert }) => {
    const bytes = randomBytes(1_000)
    assert.deepEqual(openEnvelope(key, sealEnvelope(key, bytes, 'aad'), 'aad'), bytes)
  })

  test('looks different each time', ({ assert }) => {
    assert.notDeepEqual(sealEnvelope(key, 'same', 'aad'), sealEnvelope(key, 'same', 'aad'))
  })

  test('refuses any bit that was changed', ({ assert }) => {
    const sealed = sealEnvelope(key, 'secret', 'aad')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] ^= 1 << (bit & 7)
      assert.throws(() => openEnvelope(key, changed, 'aad'), EnvelopeRefused)
    }
  })

  test('refuses every shorter part of itself, and more than itself', ({ assert }) => {
    const sealed = sealEnvelope(key, 'secret', 'aad')
    for (let length = 0; length < sealed.length; length++) {
      assert.throws(() => openEnvelope(key, sealed.subarray(0, length), 'aad'), EnvelopeRefused)
    }
    const longer = Buffer.concat([sealed, Buffer.of(0)])
    assert.throws(() => openEnvelope(key, longer, 'aad'), EnvelopeRefused)
  })

  test('refuses another key', ({ assert }) => {
    const sealed = sealEnvelope(key, 'secret', 'aad')
    const other = createSecretKey(Buffer.alloc(32, 8))
    assert.throws(() => openEnvelope(other, sealed, 'aad'), EnvelopeRefused)
  })

  test('refuses to be taken for another secret', ({ assert }) => {
    const sealed = sealEnvelope(key, 'secret', 'ten_1|smtp_password')
    assert.throws(() => openEnvelope(key, sealed, 'ten_2|smtp_password'), EnvelopeRefused)
    assert.throws(() => openEnvelope(key, sealed, ''), EnvelopeRefused)
  })

  test('says by its code that it was refused', ({ assert }) => {
    assert.equal(new EnvelopeRefused().code, 'E_ENVELOPE_REFUSED')
  })
})
