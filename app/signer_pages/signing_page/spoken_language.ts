import type { HttpContext } from '@adonisjs/core/http'
import type { Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { languageChoice, type ChoiceForm } from '#app/front_door/languages/language_choice'
import { speech } from '#app/front_door/languages/speech'
import { wantedLanguage } from '#app/front_door/languages/wanted_language'
import { offeredLanguages } from '#app/brand/brand_languages'
import type { BrandValues } from '#app/brand/brand_values'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** What the visitor of a signer's page is spoken to in. Only there. */
    phrases: Phrasebook
  }
}

/** Settles the language of a page: that of the visitor, where there is one, else what their browser asks for among what is offered. */
export function speakTo(
  ctx: HttpContext,
  brand: Partial<BrandValues> | null,
  settled: Language | null,
  form?: ChoiceForm
): void {
  const language = settled ?? wantedLanguage(ctx.request, offeredLanguages(brand))
  ctx.phrases = Phrasebook.in(language)
  ctx.view.share({ ...speech(language), choice: form ? languageChoice(brand, form) : null })
}
