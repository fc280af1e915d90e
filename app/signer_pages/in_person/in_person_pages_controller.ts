import type { HttpContext } from '@adonisjs/core/http'
import { logOutDevice } from '#app/front_door/device_log_out'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { Profile } from '#app/brand/profile'
import { InPersonLink } from '#app/signing/in_person/in_person_link'
import { inScopeOf } from '#app/front_door/link_scope'
import { targetOf } from '#app/front_door/hosts/request_target'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { unknownLink } from '../access/unknown_link.js'
import { speakTo } from '../signing_page/spoken_language.js'

export default class InPersonPagesController {
  /**
   * GET /in-person/:token: once; the device goes on at a signing page of its own, and nobody is logged in on it any more. One that a newer one has
   * replaced looks like one that never was: neither logs anybody out.
   */
  async show(ctx: HttpContext) {
    const { token } = ctx.params
    const environment = InPersonLink.environment(token)
    const isKnown = await inScopeOf(ctx, environment, () => InPersonLink.isKnown(token))
    if (isKnown === null) return unknownLink(ctx)
    if (isKnown) await logOutDevice(ctx)
    await inScopeOf(ctx, environment, async () => {
      const session = isKnown ? await InPersonLink.open(token) : null
      if (session === null) await sayItIsOver(ctx)
      else await goOn(ctx, `/sign/${session}`)
      return true
    })
  }
}

/**
 * Where signing pages have a host of their own, a page leads there by itself: the dashboard's, whose form led here, lets browsers follow no redirect to
 * another host.
 */
async function goOn(ctx: HttpContext, path: string): Promise<void> {
  if (await targetOf(ctx.target.host, path)) return ctx.response.redirect(path, false, 303)
  const { entitlements, brand } = await Profile.current()
  const url = publicUrl(entitlements.signingHost, path)
  ctx.response.header('Refresh', `0; url=${url}`)
  await show(ctx, brand, 'signer_pages/in_person_onwards', { url })
}

async function sayItIsOver(ctx: HttpContext): Promise<void> {
  const { brand } = await Profile.current()
  ctx.response.status(410)
  await show(ctx, brand, 'signer_pages/in_person_over')
}

async function show(
  ctx: HttpContext,
  { snapshot }: Profile['brand'],
  view: string,
  state: { url?: string } = {}
): Promise<void> {
  ctx.view.share({ brand: pageTheme(snapshot) })
  speakTo(ctx, snapshot, null)
  ctx.response.type('text/html').send(await ctx.view.render(view, state))
}
