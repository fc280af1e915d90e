import { offeredLanguages } from '#app/brand/brand_languages'
import type { BrandValues } from '#app/brand/brand_values'
import { ALL_LANGUAGES, LANGUAGES } from '#app/foundation/phrases/languages'

/** What the certificate of a document may be written in, and what it is without a choice. */
export function languageOptions(brand: Partial<BrandValues>) {
  return {
    usual: LANGUAGES[offeredLanguages(brand)[0]],
    languages: ALL_LANGUAGES.map((key) => ({ key, name: LANGUAGES[key] })),
  }
}
