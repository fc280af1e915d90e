/** The languages that pages and mails for signers exist in, each as it calls itself. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
  it: 'Italiano',
  pt: 'Português',
  pl: 'Polski',
  tr: 'Türkçe',
  uk: 'Українська',
  ja: '日本語',
  zh: '简体中文',
  ar: 'العربية',
} as const

export type Language = keyof typeof LANGUAGES

/** As each language writes days and hours; the region that English is written in is Britain, as in the trail, Portugal for Portuguese, and China for Chinese. Arabic has the digits of the document, and the hours of the trail. */
export const LOCALES: Record<Language, string> = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  es: 'es',
  nl: 'nl',
  it: 'it',
  pt: 'pt-PT',
  pl: 'pl',
  tr: 'tr',
  uk: 'uk',
  ja: 'ja',
  zh: 'zh-CN',
  ar: 'ar-u-hc-h23-nu-latn',
}

export type Direction = 'ltr' | 'rtl'

/** How the lines of a language run. */
export function directionOf(language: Language): Direction {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** Arabic writes a short day with marks that turn 25/12/2026 into 2026/12/25; with the name of its month nobody can misread it. */
export function dayStyleOf(language: Language): 'medium' | 'long' {
  return language === 'ar' ? 'long' : 'medium'
}

/** Portuguese writes a short month as a number, which others read as the day. */
export function monthStyleOf(language: Language): 'short' | 'long' {
  return language === 'pt' ? 'long' : 'short'
}

/** English first: with it begins who has chosen nothing. */
export const ALL_LANGUAGES = Object.keys(LANGUAGES) as Language[]

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text)
}
