import type { HttpContext } from '@adonisjs/core/http'
import { DeclineForm } from '../acts/decline_form.js'
import { DelegationForm } from '../acts/delegation_form.js'
import { QuestionForm } from '../questions/question_form.js'
import { ReportForm } from '../reports/report_form.js'
import type { LinkPage } from './link_page.js'

type Body = Record<string, unknown>

/**
 * The form that somebody was filling in when they chose another language, as far as they had come. Null where nothing had been typed, for pages
 * without such a form, and where it is not theirs to see.
 */
export function typedPage(ctx: HttpContext, body: Body): LinkPage | null {
  if (body.page === 'report') {
    const typed = ReportForm.read(body)
    return isEmpty(typed) ? null : ReportForm.page(typed)
  }
  return ctx.isLetIn && !ctx.tenant.isFrozen ? typedByParty(ctx, body) : null
}

function typedByParty(ctx: HttpContext, body: Body): LinkPage | null {
  if (body.page === 'decline' && DeclineForm.isOffered(ctx)) {
    const reason = DeclineForm.read(body)
    return reason === '' ? null : DeclineForm.page(ctx, reason)
  }
  if (body.page === 'delegate' && DelegationForm.isOffered(ctx)) {
    const typed = DelegationForm.read(body)
    return isEmpty(typed) ? null : DelegationForm.page(ctx, typed)
  }
  if (body.page === 'ask' && QuestionForm.isOffered(ctx)) {
    const typed = QuestionForm.read(body)
    return isEmpty(typed) ? null : QuestionForm.page(ctx, typed)
  }
  return null
}

function isEmpty(typed: object): boolean {
  return Object.values(typed).every((value) => value === '')
}
