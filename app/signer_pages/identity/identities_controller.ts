import type { HttpContext } from '@adonisjs/core/http'
import { allowFormsTo } from '#app/front_door/pages/form_target'
import Connection from '#app/single_sign_on/connection'
import { SignerProof } from '#app/single_sign_on/signer_proof'
import { Vouching } from '#app/single_sign_on/vouching'
import { signingPath } from '../access/signer_guard.js'
import { sendPage } from '../signing_page/link_page.js'
import { IdentityCookie } from './identity_cookie.js'
import { limitProofs } from './proof_limits.js'

export default class IdentitiesController {
  /** GET /sign/:token/identity: somebody reloads what the form has led to. */
  async show(ctx: HttpContext) {
    ctx.response.redirect(signingPath(ctx), false, 303)
  }

  /** POST /sign/:token/identity: on to the identity provider of the sender. */
  async store(ctx: HttpContext) {
    const { signing, target } = ctx
    signing.assertMaySign()
    const { signer } = signing
    const canProve = signer.identity && (await (await Vouching.current()).canProve(signer.email))
    const connection = canProve ? await Connection.inUse() : null
    // lifted, turned off, or without its host since the page was shown, which says so when it is shown again
    if (!connection || target.kind !== 'tenant')
      return ctx.response.redirect(signingPath(ctx), false, 303)
    await limitProofs(ctx)
    const message = await SignerProof.begin(connection, {
      browser: IdentityCookie.keep(ctx),
      signerId: signer.id,
      linkSha256: signer.tokenSha256,
      host: target.host,
    })
    return sendAway(ctx, connection.name, message)
  }
}

/**
 * Our pages may not send forms to other sites, and browsers apply that to redirects as well. So the response is a page that redirects by itself, or one
 * with a form of its own.
 */
function sendAway(
  ctx: HttpContext,
  provider: string,
  message: Awaited<ReturnType<typeof SignerProof.begin>>
): Promise<void> {
  const { response } = ctx
  response.header('Cache-Control', 'no-store')
  if (message.kind === 'form') allowFormsTo(ctx, message.url)
  else response.header('Refresh', `0; url=${message.url}`)
  const fields = message.kind === 'form' ? message.fields : null
  const state = { provider, url: message.url, fields }
  return sendPage(ctx, { view: 'signer_pages/to_provider', state }, 200)
}
