import { test } from '@japa/runner'
import { sha256Hex } from '#app/foundation/opaque_token'
import { ALL_LANGUAGES } from '#app/foundation/phrases/languages'
import { standardConsent } from '#app/signing/consent'

const TEXTS = ALL_LANGUAGES.flatMap((language) => [
  standardConsent(language),
  standardConsent(language, 'approver'),
])

/** Of the texts in all languages. A changed word is a new hash: it needs a new version, too, in `consent.ts`. */
const WORDS = {
  version: '2026-11.3',
  sha256: '1a8cf5d23d60d08ad05429b841e9a540931e2c596f69f87afd1299f8bde78d50',
}

test.group('Standard consent', () => {
  test('stands in every language for the words that its version was given to', ({ assert }) => {
    const hashes = TEXTS.map(({ sha256 }) => sha256)
    const { version } = standardConsent('en')
    assert.deepEqual({ version, sha256: sha256Hex(hashes.join()) }, WORDS)
  })

  test('has a version of its own in each language, and for those who approve', ({ assert }) => {
    const versions = new Set(TEXTS.map(({ version }) => version))
    assert.lengthOf(versions, 2 * ALL_LANGUAGES.length)
    assert.isTrue(versions.has('2026-11.3-approval-de'))
  })

  test('names as ways to withdraw it those that there are, and no mail where there was none', ({
    assert,
  }) => {
    const { clauses } = standardConsent('en')
    const text = clauses.map((clause) => clause.text).join(' ')
    assert.include(text, 'withdraw this agreement in the menu of the signing page')
    assert.notInclude(text, 'the mail that brought you here')
    assert.include(text, 'if you were sent a link')
  })

  test('speaks of no link as theirs to those who sign in person and have none', ({ assert }) => {
    for (const role of ['signer', 'approver'] as const) {
      const text = standardConsent('en', role).text
      assert.notMatch(text, /this (?:same )?link/)
      assert.include(text, 'we email you a link to the sealed document')
    }
  })
})
