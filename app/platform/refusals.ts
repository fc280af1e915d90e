import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
import { showPage } from './page.js'

const APPEARANCES: Record<number, { mark: string; title: string }> = {
  403: { mark: 'lock', title: 'Not allowed' },
  404: { mark: 'search-x', title: 'Not found' },
}
const OTHERS = { mark: 'circle-alert', title: 'That did not work' }

/** To an operator a refusal is a page of the console. What breaks is told by the house. */
export function refusalsAsPages(ctx: HttpContext, next: NextFn) {
  ctx.answerFailure = async ({ status, message }) => {
    if (status >= 500) return false
    const appearance = APPEARANCES[status] ?? OTHERS
    await showPage(ctx, 'refused', { ...appearance, text: sentence(message) }, status)
    return true
  }
  return next()
}
