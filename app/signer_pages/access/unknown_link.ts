import type { HttpContext } from '@adonisjs/core/http'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Profile } from '#app/brand/profile'
import { speakTo } from '../signing_page/spoken_language.js'

/**
 * A link that nobody has, or has no longer, or that is another tenant's: all look alike.
 *
 * @param isOfForm  it is whole, and of a kind that proves the address of a form's visitor: these end soon, and are forgotten
 */
export async function unknownLink(ctx: HttpContext, { isOfForm = false } = {}): Promise<void> {
  const { tenant, view, response } = ctx
  const { brand } = await CurrentTenant.run({ tenant, environment: 'live' }, () =>
    Profile.current()
  )
  view.share({ brand: pageTheme(brand.snapshot) })
  speakTo(ctx, brand.snapshot, null)
  const page = await view.render('signer_pages/unknown', { isOfForm })
  response.status(404).type('text/html').send(page)
}
