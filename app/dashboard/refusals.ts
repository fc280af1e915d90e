import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn, sentence } from '#app/foundation/phrases/refusal_phrases'
import RoleInsufficient from './errors/role_insufficient.js'
import { phrasesOf } from './language.js'
import { readPage, showPage } from './page.js'
import { isOfPlan } from './plan_refusal.js'
import { peopleWith } from './people_to_ask.js'

interface Appearance {
  mark: string
  title: DashboardKey
  /** Where the refusal's own words would tell too much. */
  text?: DashboardKey
}

const APPEARANCES: Record<number, Appearance> = {
  403: { mark: 'lock', title: 'refused.not_allowed' },
  404: {
    mark: 'search-x',
    title: 'refused.not_found',
    text: 'refused.nothing_here',
  },
}
const OTHERS: Appearance = { mark: 'circle-alert', title: 'refused.failed' }

/** In the dashboard a refusal is a page like others, with a way on. The exception handler shows what breaks. */
export function refusalsAsPages(ctx: HttpContext, next: NextFn) {
  ctx.answerFailure = async ({ status, code, message, details, refusal }) => {
    if (status >= 500) return false
    const { mark, title, text } = APPEARANCES[status] ?? OTHERS
    const phrases = phrasesOf(ctx)
    const why = refusal ? refusalIn(phrases, refusal) : sentence(message)
    await readPage(ctx)
    const people =
      code === RoleInsufficient.code
        ? await peopleWith((details as RoleInsufficient['details']).roles)
        : []
    const appearance = {
      ...{ mark, title: phrases.t(title), text: text ? phrases.t(text) : why },
      ...{ people, isOfPlan: isOfPlan({ code }) },
    }
    await showPage(ctx, 'dashboard/refused', appearance, status)
    return true
  }
  return next()
}
