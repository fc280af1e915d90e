import type { HttpContext } from '@adonisjs/core/http'
import { speech, timesIn } from '#app/front_door/languages/speech'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Answers, Statement } from '#app/tenancy/statement'
import { Profile } from '#app/brand/profile'
import { takeFlash } from '#app/front_door/pages/flash'
import { phrasesOf } from './language.js'
import { railOf } from './sections.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** The tenant's entitlements and brand, once a page has been read. */
    profile: Profile
  }
}

type State = Record<string, unknown>

/** What a page shows, and with it the tenant's profile, in one batch. @returns the rows of each statement */
export async function readPage<const Asked extends readonly Statement[]>(
  ctx: HttpContext,
  ...statements: Asked
): Promise<Answers<Asked>> {
  const [profile, ...rows] = await CurrentTenant.batch([...Profile.statements, ...statements])
  ctx.profile = Profile.from([profile])
  return rows
}

/** A page in the dashboard's frame, after `readPage`. */
export async function showPage(
  ctx: HttpContext,
  view: string,
  state: State = {},
  status = 200
): Promise<void> {
  const { dashboard } = ctx
  const { name, email } = dashboard.user
  ctx.view.share({
    environment: dashboard.environment,
    base: dashboard.base,
    requestId: ctx.request.id(),
    user: { name, email },
    rail: railOf(
      dashboard.environment,
      ctx.profile.entitlements,
      (path) => dashboard.isOpen('GET', path),
      phrasesOf(ctx)
    ),
    isSuspended: dashboard.tenant.isSuspended,
    isFrozen: dashboard.tenant.isFrozen,
    eraseAt: ctx.profile.entitlements.eraseAt,
    support: dashboard.session.support,
    factorDueAt: dashboard.session.factorDueAt,
  })
  await send(ctx, view, state, status)
}

/** A page without the dashboard's frame. */
export async function showWholePage(
  ctx: HttpContext,
  view: string,
  state: State = {},
  status = 200
): Promise<void> {
  wantsWholePage(ctx)
  await send(ctx, view, state, status)
}

/** It takes the place of the whole page, also when a script of ours asked for a part. */
export function wantsWholePage({ response }: HttpContext): void {
  response.header('X-Whole-Page', 'true')
}

/** What is shared reaches the components of a page as well. */
async function send(ctx: HttpContext, view: string, state: State, status: number): Promise<void> {
  const { language } = phrasesOf(ctx)
  const zone = ctx.dashboard?.user.timeZone
  ctx.view.share({
    ...speech(language),
    ...(zone ? { localTime: timesIn(zone, language) } : {}),
    brand: pageTheme(ctx.profile.brand.snapshot),
    flash: takeFlash(ctx),
    mayOpen: (path: string) => !ctx.dashboard || ctx.dashboard.isOpen('GET', path),
    maySend: (path: string) => !ctx.dashboard || ctx.dashboard.isOpen('POST', path),
  })
  const html = await ctx.view.render(view, state)
  ctx.response.status(status).type('text/html').send(html)
}
