import { setTimeout as pause } from 'node:timers/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { contentSecurityPolicy, newNonce } from '#app/assets/content_security_policy'
import { showInFrameOf } from '#app/front_door/pages/framed_page'
import { ownReferer } from '#app/front_door/pages/own_referer'
import { pageTheme } from '#app/front_door/pages/page_theme'
import {
  DashboardPhrasebook,
  isDashboardLanguage,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn, sentence } from '#app/foundation/phrases/refusal_phrases'
import { speech, type Speech } from '#app/front_door/languages/speech'
import { wantedLanguage } from '#app/front_door/languages/wanted_language'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import OutcomeUnknown from '#app/tenancy/errors/outcome_unknown'
import { offeredLanguages } from '#app/brand/brand_languages'
import { PLATFORM_COLOR, type BrandValues } from '#app/brand/brand_values'
import { PRODUCT_NAME } from '#app/brand/platform_brand'
import { Profile } from '#app/brand/profile'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { errorFrame } from './error_frame.js'
import type { Failure } from './failure.js'
import { knownLook } from './known_look.js'

type Offered = ReturnType<typeof offeredLanguages>

const PLATFORM = { name: PRODUCT_NAME, color: PLATFORM_COLOR }
/** While the service is maintained, or has too much to do, the database may be away. */
const COLOUR_WITHIN_MS = 1_000
const LINK = /^\/(?:sign|track|embed|field-editor|embed-editor)\/[^/]+/
/** Also where the rest of the link is missing or broken. */
const WITHOUT_START =
  /^\/(?:sign|track|embed|field-editor|embed-editor|f|confirm|in-person|sign-identity|verify)(?:\/|$)/
/** Pages that send their forms to themselves. */
const WITH_FORM = /^\/(?:f|confirm)\/[^/]+$|^\/verify$/
const SIGNERS_PATH = /^\/(?:sign|track|embed)\//

const STARTS_ANEW = [403, 404]
const PAGES: Record<number, string> = { 403: 'errors/forbidden', 404: 'errors/not_found' }

/** For people. Where we do not know whose page it would be, and where a page itself fails, plain words do. */
export async function errorPage(failure: Failure, ctx: HttpContext): Promise<void> {
  const { response, request } = ctx
  const nonce = newNonce()
  const text = failure.status === 404 ? 'Not found' : failure.message
  response.header('Cache-Control', 'no-store')
  response.header('Referrer-Policy', 'no-referrer')
  response.header('X-Frame-Options', 'DENY')
  response.header('Content-Security-Policy', contentSecurityPolicy(nonce))
  const frame = await errorFrame(failure, ctx)
  if (frame) showInFrameOf(ctx, frame.origin)
  const { kind } = ctx.target ?? {}
  ctx.view.share({ frame })
  const page = (kind === 'tenant' || kind === 'platform') && (await rendered(failure, ctx, nonce))
  if (page) return response.type('text/html').send(page)
  response.type('text/plain').send(`${text}\n${failure.status >= 500 ? `${request.id()}\n` : ''}`)
}

async function rendered(failure: Failure, ctx: HttpContext, nonce: string): Promise<string | null> {
  try {
    const { brand, languages } = await appearanceOf(failure, ctx)
    const words = wordsFor(ctx, languages)
    const facts = {
      nonce,
      brand,
      message: words ? reasonOf(failure, ctx, words) : sentence(failure.message),
      requestId: ctx.request.id(),
      cameFrom: cameFrom(ctx),
      ...wayOn(ctx),
      formHref: formHref(ctx),
      startHref: STARTS_ANEW.includes(failure.status) ? await start(ctx) : null,
    }
    ctx.view.share(words ?? {})
    return await ctx.view.render(viewOf(failure), facts)
  } catch (error) {
    ctx.logger.error(
      { requestId: ctx.request.id(), message: String(error) },
      'an error page could not be rendered'
    )
    return null
  }
}

/** The page of ours that the request came from, or that its link leads to; null where that is not told. */
function cameFrom({ request }: HttpContext): string | null {
  const [link] = LINK.exec(request.url()) ?? []
  if (link) return link === request.url() ? null : link
  return ownReferer(request)
}

/** Who came from nowhere of ours, by a link in a mail, can only ask for the same page again. */
function wayOn(ctx: HttpContext) {
  const { request } = ctx
  const backHref = cameFrom(ctx) ?? beginning(ctx)
  // a form is sent to the address of its page
  const isForm = request.method() === 'POST'
  return { backHref, isSamePage: !isForm && backHref === request.url(true) }
}

/** Where everybody begins. */
function beginning({ target, request }: HttpContext): string {
  if (LINK.test(request.url())) return request.url(true)
  return target.kind === 'platform' ? '/tenants' : '/documents'
}

/** The page of the form that was sent, for who sent it from elsewhere. */
function formHref({ request }: HttpContext): string | null {
  return request.method() === 'POST' && WITH_FORM.test(request.url()) ? request.url() : null
}

/** The dashboard, for those whom nothing else leads onwards; null where this host does not serve it, or the link is a signer's. */
async function start({ target, request }: HttpContext): Promise<string | null> {
  if (target.kind === 'platform') return '/'
  if (WITHOUT_START.test(request.url())) return null
  return (await tenantResolver.byHost(target.host, 'app')) && '/'
}

/** In a language of the dashboard a refusal says what exactly is wrong; signers are told in theirs what they need. */
function reasonOf({ status, refusal }: Failure, { request }: HttpContext, { lang, t }: Speech) {
  const isExact = refusal && isDashboardLanguage(lang) && !SIGNERS_PATH.test(request.url())
  return isExact ? refusalIn(DashboardPhrasebook.speaking(lang), refusal) : t(textOf(status))
}

function textOf(status: number) {
  if (status === 403) return 'errors.forbidden_text'
  if (status === 413) return 'errors.too_long_text'
  return status === 429 ? 'errors.too_many_text' : 'errors.refused_text'
}

function viewOf({ status, code, page }: Failure): string {
  if (page) return page
  if (code === OutcomeUnknown.code) return 'errors/outcome_unknown'
  return PAGES[status] ?? (status >= 500 ? 'errors/server_error' : 'errors/refused')
}

/** The tenant's, if that can be had: while the database is away nobody waits for a colour. The console has the platform's. */
async function appearanceOf({ status, page }: Failure, ctx: HttpContext) {
  if (ctx.target.kind === 'platform') return shown(PLATFORM)
  const { tenant } = ctx
  const bare = shown({ name: tenant.name })
  if (status === 503 && !page) return bare
  if (page) {
    const known = knownLook(tenant).then((look) => (look ? shown(look) : bare))
    return Promise.race([known.catch(() => bare), pause(COLOUR_WITHIN_MS, bare, { ref: false })])
  }
  const read = () => Profile.current().then(({ brand }) => shown(brand.snapshot))
  return CurrentTenant.run({ tenant, environment: 'live' }, read).catch(() => bare)
}

function shown(brand: Partial<BrandValues> & { name: string }) {
  return { brand: pageTheme(brand), languages: offeredLanguages(brand) }
}

/** In the language of the previous page or of the person who is known, else in the one that their browser asks for; the console is in English. */
function wordsFor(ctx: HttpContext, languages: Offered): Speech | null {
  const { request, target, phrases, dashboard } = ctx
  if (target.kind !== 'tenant') return null
  const known = phrases?.language ?? dashboard?.user.language
  return speech(known ?? wantedLanguage(request, languages))
}
