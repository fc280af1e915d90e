import { test } from '@japa/runner'
import type { BrandSnapshot } from '#app/brand/effective_brand'
import type Document from '#app/documents/document'
import { documentLanguage } from '#app/documents/document_language'

const brandOf = (...languages: string[]) => ({ languages }) as unknown as BrandSnapshot
const documentOf = (changes: Partial<Document>) => ({ language: null, brand: null, ...changes })

test.group('Document language', () => {
  test('is the one that was chosen, then that of the brand in which it was sent', ({ assert }) => {
    const brand = brandOf('nl', 'fr')
    assert.equal(documentLanguage(documentOf({ language: 'ar', brand }), brandOf('pl')), 'ar')
    assert.equal(documentLanguage(documentOf({ brand }), brandOf('pl')), 'nl')
    assert.equal(documentLanguage(documentOf({}), brandOf('pl')), 'pl')
    assert.equal(documentLanguage(documentOf({})), 'en')
  })
})
