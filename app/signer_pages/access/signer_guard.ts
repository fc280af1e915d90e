import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { showInFrameOf } from '#app/front_door/pages/framed_page'
import { spokenAmong, spokenOf } from '#app/documents/signers/role_phrases'
import { settledLanguage } from '#app/documents/signers/signer_language'
import type { Language } from '#app/foundation/phrases/languages'
import { AccessPass } from '#app/signing/access/access_pass'
import { SignerSession } from '#app/signing/links/signer_session'
import { accessBrowser } from '../access_code/access_browser.js'
import { inScopeOf } from '#app/front_door/link_scope'
import { sendOverPage } from '../embedding/over_in_frame.js'
import { sendSessionOver } from '../in_person/session_over.js'
import { sendErased } from '../signing_page/erased_page.js'
import { sendHandedOver } from '../signing_page/handed_over_page.js'
import { signingTheme } from '../signing_page/signing_theme.js'
import { pageAt } from '../signing_page/pages_behind.js'
import { speakTo } from '../signing_page/spoken_language.js'
import { unknownLink } from './unknown_link.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Whose link this is. Only at signing links. */
    signing: SignerSession
    /** Whether this browser may see the document: no code is asked for, or the right one was entered. Only at signing links. */
    isLetIn: boolean
  }
}

/** From the token in the address to the tenant, the environment and the signer of the rest of the request. No cookie has a say. */
export async function asSigner(ctx: HttpContext, next: NextFn) {
  const { token } = ctx.params
  const isKnown = await inScopeOf(ctx, SignerSession.environment(token), async () => {
    const found = await SignerSession.find(token)
    if (!found) return sendDeadLink(ctx)
    await enter(ctx, found, next)
    return true
  })
  if (!isKnown) await unknownLink(ctx)
}

/** What is known of a link that leads nowhere any more; null for one that nobody ever had. */
async function sendDeadLink(ctx: HttpContext): Promise<true | null> {
  return (
    (await sendHandedOver(ctx)) ??
    (await sendErased(ctx)) ??
    (await sendSessionOver(ctx)) ??
    sendOverPage(ctx)
  )
}

async function enter(ctx: HttpContext, session: SignerSession, next: NextFn): Promise<void> {
  const { document, signer } = session
  const base = signingPath(ctx)
  ctx.signing = session
  if (session.frameOrigin !== null) showInFrameOf(ctx, session.frameOrigin)
  ctx.isLetIn = await AccessPass.isHeld(signer, accessBrowser(ctx))
  ctx.view.share({ ...signingTheme(ctx, document), base, host: session.hosting?.host.name ?? null })
  speakToSigner(ctx, settledLanguage(document, signer), pageAt(ctx.request.url()))
  await next()
}

/** @param page  of the link, at which another language can be chosen */
export function speakToSigner(
  ctx: HttpContext,
  language: Language | null,
  page: string | undefined
): void {
  const { document, signer } = ctx.signing
  const action = `${signingPath(ctx)}/language`
  speakTo(ctx, document.brand, language, { action, method: 'post', page })
  const spoken = spokenAmong(document.signers, ctx.phrases.t)
  ctx.view.share({ t: spokenOf(signer.role, spoken) })
}

export function signingPath({ params }: HttpContext): string {
  return `/sign/${params.token}`
}
