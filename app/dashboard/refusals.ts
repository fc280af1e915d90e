import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import RoleInsufficient from './errors/role_insufficient.js'
import { readPage, showPage } from './page.js'
import { isOfPlan } from './plan_refusal.js'
import { peopleWith } from './people_to_ask.js'
import { sentence } from '#app/foundation/phrases/refusal_phrases'

interface Appearance {
  mark: string
  title: string
  /** Where the refusal's own words would tell too much. */
  text?: string
}

const APPEARANCES: Record<number, Appearance> = {
  403: { mark: 'lock', title: 'Not allowed' },
  404: {
    mark: 'search-x',
    title: 'Not found',
    text: 'There is nothing at this address, or nothing that you are allowed to see.',
  },
}
const OTHERS: Appearance = { mark: 'circle-alert', title: 'That did not work' }

/** In the dashboard a refusal is a page like others, with a way on. The exception handler shows what breaks. */
export function refusalsAsPages(ctx: HttpContext, next: NextFn) {
  ctx.answerFailure = async ({ status, code, message, details }) => {
    if (status >= 500) return false
    const { mark, title, text = sentence(message) } = APPEARANCES[status] ?? OTHERS
    await readPage(ctx)
    const people =
      code === RoleInsufficient.code
        ? await peopleWith((details as RoleInsufficient['details']).roles)
        : []
    const appearance = { mark, title, text, people, isOfPlan: isOfPlan({ code }) }
    await showPage(ctx, 'dashboard/refused', appearance, status)
    return true
  }
  return next()
}
