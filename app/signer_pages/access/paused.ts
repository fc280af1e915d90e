import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import SigningPaused from '#app/signing/errors/signing_paused'
import { sendPage } from '../signing_page/link_page.js'

/**
 * What signers of a suspended tenant see: everything as before, unless the tenant is frozen too. Then its links lead to one calm page,
 * whatever they led to before.
 */
export function pausedAsPage(ctx: HttpContext, next: NextFn) {
  return ctx.tenant.isFrozen ? sendPausedPage(ctx) : next()
}

export function pausedAsJson({ tenant }: HttpContext, next: NextFn) {
  if (tenant.isFrozen) throw new SigningPaused()
  return next()
}

export function sendPausedPage(ctx: HttpContext): Promise<void> {
  const title = ctx.isLetIn ? ctx.signing.document.title : null
  const page = { view: 'signer_pages/closed', state: { document: { title }, kind: 'paused' } }
  return sendPage(ctx, page, 403)
}
