import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { askAgain, confirm, formEnded, splitProofs } from './own_account/confirmation.js'
import { KeptForm } from './own_account/kept_form.js'

/**
 * A route of what matters most, beside what `needs` asks: somebody who finds a browser open must not get keys, roles or the account. People who proved
 * themselves longer ago are asked first; a form that they have sent goes on afterwards with what it holds.
 */
export async function needsFreshLogIn(ctx: HttpContext, next: NextFn) {
  const { environment, session } = ctx.dashboard
  // what the sandbox holds binds nobody
  if (environment === 'test' || session.support) return next()
  const { request, response } = ctx
  const { proofs, kept, sent: plain } = splitProofs(request.body())
  if (session.isFresh && kept === undefined) return next()
  // a browser sends no file a second time
  if (request.method() !== 'POST' || isMultipart(ctx)) {
    const wanted = encodeURIComponent(request.url(true))
    return response.redirect(`/account/confirm?next=${wanted}`, false, 303)
  }
  const sent = kept === undefined ? plain : await KeptForm.opened(ctx, kept)
  if (!sent) return formEnded(ctx)
  request.updateBody(sent)
  if (session.isFresh) return next()
  if (Object.values(proofs).every((one) => one === undefined)) return askAgain(ctx, { sent })
  const fault = await confirm(ctx, proofs)
  return fault ? askAgain(ctx, { sent, ...fault }) : next()
}

function isMultipart({ request }: HttpContext): boolean {
  return request.header('content-type')?.startsWith('multipart/') ?? false
}
