/** The languages that pages and mails for signers exist in, each as it calls itself. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
} as const

export type Language = keyof typeof LANGUAGES

/** English first: with it begins who has chosen nothing. */
export const ALL_LANGUAGES = Object.keys(LANGUAGES) as Language[]

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text)
}
