import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import AccessCodeMissing from '#app/signing/errors/access_code_missing'
import { linkPage, sendPage } from '../signing_page/link_page.js'

/** Without the code that a signer is asked for nobody sees anything of the document at this link, whatever has become of it. */
export async function letInAsPage(ctx: HttpContext, next: NextFn) {
  return ctx.isLetIn ? next() : sendPage(ctx, await linkPage(ctx), 403)
}

export function letInAsJson(ctx: HttpContext, next: NextFn) {
  if (!ctx.isLetIn) throw new AccessCodeMissing()
  return next()
}
