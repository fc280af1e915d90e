import { test } from '@japa/runner'
import { sha256Hex } from '#app/foundation/opaque_token'
import { ALL_LANGUAGES } from '#app/foundation/phrases/languages'
import { standardConsent } from '#app/signing/consent'

/** Of the texts in all languages. A changed word is a new hash: it needs a new version, too, in `consent.ts`. */
const WORDS = {
  version: '2026-11.2',
  sha256: '258c1ae0054d3434e918c41157761ed9b38bf4fb370336b21c33561533e818f6',
}

test.group('Standard consent', () => {
  test('stands in every language for the words that its version was given to', ({ assert }) => {
    const hashes = ALL_LANGUAGES.map((language) => standardConsent(language).sha256)
    const { version } = standardConsent('en')
    assert.deepEqual({ version, sha256: sha256Hex(hashes.join()) }, WORDS)
  })

  test('has a version of its own in each language', ({ assert }) => {
    const versions = ALL_LANGUAGES.map((language) => standardConsent(language).version)
    assert.lengthOf(new Set(versions), ALL_LANGUAGES.length)
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
})
