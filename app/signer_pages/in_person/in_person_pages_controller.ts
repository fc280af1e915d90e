import type { HttpContext } from '@adonisjs/core/http'
import { logOutDevice } from '#app/front_door/device_log_out'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { Profile } from '#app/brand/profile'
import { InPersonLink } from '#app/signing/in_person/in_person_link'
import { inScopeOf } from '#app/front_door/link_scope'
import { unknownLink } from '../access/unknown_link.js'
import { speakTo } from '../signing_page/spoken_language.js'

export default class InPersonPagesController {
  /** GET /in-person/:token: once; the device goes on at a signing page of its own, and nobody is logged in on it any more. */
  async show(ctx: HttpContext) {
    const { token } = ctx.params
    const environment = InPersonLink.environment(token)
    const isKnown = await inScopeOf(ctx, environment, async () =>
      (await InPersonLink.isKnown(token)) ? true : null
    )
    if (!isKnown) return unknownLink(ctx)
    await logOutDevice(ctx)
    await inScopeOf(ctx, environment, async () => {
      const session = await InPersonLink.open(token)
      if (session === null) await sayItIsOver(ctx)
      else ctx.response.redirect(`/sign/${session}`, false, 303)
      return true
    })
  }
}

async function sayItIsOver(ctx: HttpContext): Promise<void> {
  const { brand } = await Profile.current()
  ctx.view.share({ brand: pageTheme(brand.snapshot) })
  speakTo(ctx, brand.snapshot, null)
  const page = await ctx.view.render('signer_pages/in_person_over')
  ctx.response.status(410).type('text/html').send(page)
}
