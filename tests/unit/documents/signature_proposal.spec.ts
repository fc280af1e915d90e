import { test } from '@japa/runner'
import { FIELD_KINDS } from '#app/documents/field_kinds/index'
import { MAX_TYPED } from '#app/documents/signers/typed_signature'
import { signatureImage } from '#app/signing/signature/signature_image'

const proposed = (name: string) => FIELD_KINDS.signature.proposal(name)

test.group('Signature | the name that is proposed', () => {
  test('is cut to what may be typed, between characters as people see them', async ({ assert }) => {
    assert.equal(proposed('Ana Buyer'), 'Ana Buyer')
    const long = `${'María '.repeat(33)}Buyer`
    assert.isAtMost(proposed(long).length, MAX_TYPED)
    assert.isTrue(long.startsWith(proposed(long)))
    assert.equal(
      proposed(`${'a'.repeat(MAX_TYPED - 1)}\u{1F469}\u200D\u{1F52C}`),
      'a'.repeat(MAX_TYPED - 1)
    )
    assert.equal(proposed(`${'a'.repeat(MAX_TYPED - 1)}x\u0301`), 'a'.repeat(MAX_TYPED - 1))
    await signatureImage({ kind: 'typed', text: proposed(long) }, 'sgn_1')
  })
})
