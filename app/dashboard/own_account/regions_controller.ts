import type { HttpContext } from '@adonisjs/core/http'
import { isLanguage } from '#app/foundation/phrases/languages'
import { isTimeZone } from '#app/foundation/time_zone'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { OwnRegion } from '#app/identity/users/own_region'
import { showAccount } from './account_page.js'

const UNKNOWN_ZONE = 'Choose a time zone from the list.'
const UNKNOWN_LANGUAGE = 'Choose a language from the list.'

export default class RegionsController {
  /** POST /account/region. Nothing chosen is what the browser says, and English. */
  async update(ctx: HttpContext) {
    const { timeZone, language } = ctx.request.body()
    const [zone, chosen] = [typedText(timeZone), typedText(language)]
    const errors = {
      ...(zone && !isTimeZone(zone) ? { timeZone: UNKNOWN_ZONE } : {}),
      ...(chosen && !isLanguage(chosen) ? { language: UNKNOWN_LANGUAGE } : {}),
    }
    if (Object.keys(errors).length > 0) return showAccount(ctx, { errors }, 422)
    const region = { timeZone: zone || null, language: isLanguage(chosen) ? chosen : null }
    await OwnRegion.change(ctx.dashboard.user, region)
    flash(ctx, 'success', 'Your time zone and language are saved.')
    ctx.response.redirect('/account', false, 303)
  }
}
