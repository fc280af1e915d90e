import { LANGUAGES } from '#app/foundation/phrases/languages'
import { offeredLanguages } from '#app/brand/brand_languages'
import type { BrandValues } from '#app/brand/brand_values'

/** A form of this method takes the language that is chosen; `page` says where it was chosen, and `kept` goes along with it. */
export interface ChoiceForm {
  action: string
  method: 'get' | 'post'
  page?: string
  kept?: Readonly<Record<string, string>>
}

/** What a page offers to choose from: nothing where one language is all. */
export function languageChoice(brand: Partial<BrandValues> | null, form: ChoiceForm) {
  const languages = offeredLanguages(brand).map((key) => ({ key, name: LANGUAGES[key] }))
  return languages.length > 1 ? { ...form, languages } : null
}
