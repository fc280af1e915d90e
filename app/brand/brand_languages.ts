import { ALL_LANGUAGES, isLanguage, type Language } from '#app/foundation/phrases/languages'
import type { BrandValues } from './brand_values.js'

/** What signers may choose from; it begins with the one that they have until they do. Where nobody has chosen, all there are. */
export function offeredLanguages(
  brand: Partial<BrandValues> | null | undefined
): readonly [Language, ...Language[]] {
  const chosen = (brand?.languages ?? []).filter(isLanguage)
  return (chosen.length > 0 ? chosen : ALL_LANGUAGES) as [Language, ...Language[]]
}
