import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from '#app/foundation/refusal'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { Profile } from '#app/brand/profile'
import Signer from '#app/documents/signers/signer'
import { settleIdentity } from '#app/signing/identity/identity_response'
import SignerNotFound from '#app/signing/errors/signer_not_found'
import { SignerProof } from '#app/single_sign_on/signer_proof'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { signerClientInfo } from '../access/signer_client_info.js'
import { speakTo } from '../signing_page/spoken_language.js'
import { IdentityCookie } from './identity_cookie.js'

const CODE = /^[\w-]{43}$/

export default class IdentityReturnsController {
  /** GET /sign-identity?code=: a signer is back from the identity provider. The address holds no signing link: browser and code say whose it is. */
  async show(ctx: HttpContext) {
    return CurrentTenant.run({ tenant: ctx.tenant, environment: 'live' }, () => settle(ctx))
  }
}

async function settle(ctx: HttpContext): Promise<void> {
  const { request, response, target } = ctx
  const { code } = request.qs()
  const browser = IdentityCookie.read(ctx)
  const isCode = typeof code === 'string' && CODE.test(code)
  if (!isCode || browser === null || target.kind !== 'tenant') return lost(ctx)
  const answer = await SignerProof.take({ code, browser, host: target.host })
  const signer = answer && (await Signer.find(answer.signerId))
  if (!signer) return lost(ctx)
  const path = `/sign/${await signer.token()}`
  try {
    const failure = await settleIdentity(answer, { client: signerClientInfo(request), browser })
    if (!failure) IdentityCookie.keep(ctx)
    response.redirect(failure ? `${path}?identity=${failure}` : path, false, 303)
  } catch (error) {
    // handed over, or corrected, while they were away: the link is another person's
    if (error instanceof SignerNotFound) return lost(ctx)
    // the page of the link says what has become of the document meanwhile
    if (!isRefusal(error)) throw error
    response.redirect(path, false, 303)
  }
}

/** Another browser, a page that was loaded twice, or a link that is another person's meanwhile: nobody learns whose signing link it was. */
async function lost(ctx: HttpContext): Promise<void> {
  const { brand } = await Profile.current()
  ctx.view.share({ brand: pageTheme(brand.snapshot) })
  speakTo(ctx, brand.snapshot, null)
  const page = await ctx.view.render('signer_pages/identity_lost')
  ctx.response.status(403).type('text/html').send(page)
}
