import { readdirSync, readFileSync } from 'node:fs'
import type { DashboardSections } from './dashboard_sections.js'
import type { Language } from './languages.js'
import { LANG_FOLDER, Phrasebook, phrasesOf, type KeyIn, type Phrases } from './phrasebook.js'

/** English first: with it begins who asks for neither. */
export const DASHBOARD_LANGUAGES = ['en', 'de'] as const satisfies readonly Language[]

export type DashboardLanguage = (typeof DASHBOARD_LANGUAGES)[number]

export type DashboardKey = KeyIn<DashboardSections>

const books = new Map<DashboardLanguage, DashboardPhrasebook>()

/** All that is said to people who work with the dashboard, in one language, and what signers are told beside it. */
export class DashboardPhrasebook extends Phrasebook<DashboardKey> {
  static speaking(language: Language): DashboardPhrasebook {
    const spoken = isDashboardLanguage(language) ? language : 'en'
    const book = books.get(spoken) ?? new DashboardPhrasebook(spoken, dashboardPhrases(spoken))
    books.set(spoken, book)
    return book
  }
}

export function isDashboardLanguage(language: Language): language is DashboardLanguage {
  return DASHBOARD_LANGUAGES.some((one) => one === language)
}

function dashboardPhrases(language: DashboardLanguage): Phrases {
  const folder = new URL(`dashboard/${language}/`, LANG_FOLDER)
  const sections = readdirSync(folder).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
  ])
  return { ...phrasesOf(language), ...Object.fromEntries(sections) }
}
