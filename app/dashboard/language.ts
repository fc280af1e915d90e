import type { HttpContext } from '@adonisjs/core/http'
import {
  DASHBOARD_LANGUAGES,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type { Language } from '#app/foundation/phrases/languages'
import { wantedLanguage } from '#app/front_door/languages/wanted_language'

/** What somebody has chosen for themselves, which may be one that the dashboard does not speak; else what their browser asks for. */
function languageOf({ dashboard, request }: HttpContext): Language {
  return dashboard?.user.language ?? wantedLanguage(request, [...DASHBOARD_LANGUAGES])
}

/** What a page of the dashboard is said in: English, unless its reader's language is another of its languages. */
export function phrasesOf(ctx: HttpContext): DashboardPhrasebook {
  return DashboardPhrasebook.speaking(languageOf(ctx))
}
