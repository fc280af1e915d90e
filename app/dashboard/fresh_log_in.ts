import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import {
  askAgain,
  askForFormAgain,
  confirm,
  formSent,
  splitProofs,
} from './own_account/confirmation.js'

/**
 * A route of what matters most, beside what `needs` asks: somebody who finds a browser open must not get keys, roles or the account. People who proved
 * themselves longer ago are asked first; a form that they have sent goes on afterwards with what it holds.
 */
export async function needsFreshLogIn(ctx: HttpContext, next: NextFn) {
  const { environment, session } = ctx.dashboard
  // what the sandbox holds binds nobody
  if (environment === 'test' || session.support) return next()
  const { request, response } = ctx
  if (request.method() !== 'POST') {
    if (session.isFresh) return next()
    const wanted = encodeURIComponent(request.url(true))
    return response.redirect(`/account/confirm?next=${wanted}`, false, 303)
  }
  const { proofs, ...form } = splitProofs(request.body())
  const sent = await formSent(ctx, form)
  if (sent === null) return askForFormAgain(ctx)
  request.updateBody(sent)
  if (session.isFresh) return next()
  if (Object.values(proofs).every((one) => one === undefined)) return askAgain(ctx, { sent })
  const fault = await confirm(ctx, proofs)
  return fault ? askAgain(ctx, { sent, ...fault }) : next()
}
