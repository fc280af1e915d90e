import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Language } from '#app/foundation/phrases/languages'
import { hanFormsOf, type HanForms, type LatinFonts } from '../type/typefaces.js'

/** Written with the letters of the standard fonts, so that nothing has to be embedded for what we say ourselves. */
const IN_STANDARD_FONTS = new Set<Language>(['en', 'de', 'fr', 'es', 'nl', 'it', 'pt'])

/** In which words and letters the pages that we add are set. */
export interface Lettering {
  book: Phrasebook
  han: HanForms
  latin: LatinFonts
}

/** @param words  all that people wrote: it tells which country's forms Han characters take, where the language does not */
export function letteringOf(language: Language, words: string): Lettering {
  return {
    book: Phrasebook.in(language),
    han: language === 'ja' ? 'jp' : language === 'zh' ? 'sc' : hanFormsOf(words),
    latin: IN_STANDARD_FONTS.has(language) ? 'standard' : 'embedded',
  }
}
