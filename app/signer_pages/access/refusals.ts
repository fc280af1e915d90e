import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import SigningPaused from '#app/signing/errors/signing_paused'
import { SignerSession } from '#app/signing/links/signer_session'
import { sendSessionOver } from '../in_person/session_over.js'
import { sendHandedOver } from '../signing_page/handed_over_page.js'
import { linkPage, sendPage } from '../signing_page/link_page.js'
import { sendPausedPage } from './paused.js'
import { noteRefusedAccess } from './refused_access.js'
import { translatedFaults } from './translated_faults.js'

/** To a person who is refused something the link shows where the document stands now. What breaks is told by the house. */
export function refusalsAsPages(ctx: HttpContext, next: NextFn) {
  ctx.answerFailure = async ({ status, code }) => {
    if (status >= 500) return false
    if (code === SigningPaused.code) {
      await sendPausedPage(ctx)
      return true
    }
    noteRefusedAccess(ctx, code)
    const found = await SignerSession.find(ctx.params.token)
    if (!found && ((await sendHandedOver(ctx)) ?? (await sendSessionOver(ctx)))) return true
    ctx.signing = found ?? ctx.signing
    await sendPage(ctx, await linkPage(ctx), status)
    return true
  }
  return next()
}

/** To the scripts of our own pages, which show it beside what was filled in, in the signer's language. */
export function refusalsAsJson(ctx: HttpContext, next: NextFn) {
  ctx.answerFailure = async (failure) => {
    noteRefusedAccess(ctx, failure.code)
    ctx.response.send({
      error: translatedFaults(failure, ctx.phrases),
      requestId: ctx.request.id(),
    })
    return true
  }
  return next()
}
