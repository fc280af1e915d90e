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
} as const

export type Language = keyof typeof LANGUAGES

/** As each language writes days and hours; the region that English is written in is Britain, as in the trail, Portugal for Portuguese, and China for Chinese. */
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
}

/** English first: with it begins who has chosen nothing. */
export const ALL_LANGUAGES = Object.keys(LANGUAGES) as Language[]

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text)
}
