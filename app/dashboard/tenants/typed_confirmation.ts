import type { HttpContext } from '@adonisjs/core/http'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { tenantView } from './resale_views.js'

/** For what cannot be undone: its slug is typed, so that nobody does it to another tenant than they think. */
export function isConfirmed({ request }: HttpContext, { slug }: ResoldTenant): boolean {
  return typedText(request.body().confirmation) === slug
}

export async function askForSlug(
  ctx: HttpContext,
  view: string,
  tenant: ResoldTenant,
  state: Record<string, unknown> = {}
): Promise<void> {
  const phrases = phrasesOf(ctx)
  const isSent = ctx.request.method() === 'POST'
  const error = isSent ? phrases.t('common.not_confirmed', { text: tenant.slug }) : undefined
  const typed = isSent ? typedText(ctx.request.body().confirmation) : ''
  const shown = { ...state, tenant: tenantView(tenant, phrases), typed, error }
  await showPage(ctx, view, shown, isSent ? 422 : 200)
}
