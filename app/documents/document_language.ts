import { offeredLanguages } from '#app/brand/brand_languages'
import type { BrandValues } from '#app/brand/brand_values'
import type { Language } from '#app/foundation/phrases/languages'
import type Document from './document.js'

/**
 * What is added to a document is written in: the language that its sender chose for it, else the one that the brand begins with.
 *
 * @param brand  of the account, for a document that was not sent
 */
export function documentLanguage(
  document: Pick<Document, 'language' | 'brand'>,
  brand?: Partial<BrandValues>
): Language {
  return document.language ?? offeredLanguages(document.brand ?? brand)[0]
}
