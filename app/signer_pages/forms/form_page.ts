import type { HttpContext } from '@adonisjs/core/http'
import { offeredLanguages } from '#app/brand/brand_languages'
import { Profile } from '#app/brand/profile'
import { isLanguage, type Language } from '#app/foundation/phrases/languages'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { speakTo } from '../signing_page/spoken_language.js'

/** Sets look and language of a form's page: the tenant's of today. In the scope of the form. @returns what the visitor is spoken to in */
export async function dressPage(ctx: HttpContext, action: string): Promise<Language> {
  const { brand } = await Profile.current()
  const { snapshot } = brand
  const chosen = chosenLanguage(ctx)
  const isOffered = isLanguage(chosen) && offeredLanguages(snapshot).includes(chosen)
  ctx.view.share({
    brand: pageTheme(snapshot),
    isTest: CurrentTenant.get().environment === 'test',
  })
  speakTo(ctx, snapshot, isOffered ? chosen : null, { action, method: 'get' })
  return ctx.phrases.language
}

/** By the address of the page, or by the form on it, which brings along what was typed. */
export function chosenLanguage({ request }: HttpContext): unknown {
  return request.body().language ?? request.qs().language
}

export async function sendFormPage(
  { view, response }: HttpContext,
  page: string,
  state: Record<string, unknown>,
  status = 200
): Promise<void> {
  const html = await view.render(`signer_pages/forms/${page}`, state)
  response.status(status).type('text/html').send(html)
}
