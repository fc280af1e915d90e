import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Language } from '#app/foundation/phrases/languages'
import { hanFormsOf, type HanForms, type LatinFonts } from '../type/typefaces.js'

/** Written with the letters of the standard fonts, so that nothing has to be embedded for what we say ourselves. */
const IN_STANDARD_FONTS = new Set<Language>(['en', 'de', 'fr', 'es', 'nl', 'it', 'pt'])

/** In which letters something is set. */
export interface Letters {
  han: HanForms
  latin: LatinFonts
}

/** In which words and letters the pages that we add are set. */
export interface Lettering extends Letters {
  book: Phrasebook
}

/**
 * @param words  all that people wrote: it tells which country's forms Han characters take, where the language does not
 * @param latin  the least that is done about fonts
 */
export function letteringOf(language: Language, words: string, latin: LatinFonts): Lettering {
  return {
    book: Phrasebook.in(language),
    han: language === 'ja' ? 'jp' : language === 'zh' ? 'sc' : hanFormsOf(words),
    latin: IN_STANDARD_FONTS.has(language) ? latin : 'embedded',
  }
}
