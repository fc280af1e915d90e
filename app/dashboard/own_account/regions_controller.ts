import type { HttpContext } from '@adonisjs/core/http'
import { isLanguage } from '#app/foundation/phrases/languages'
import { isTimeZone } from '#app/foundation/time_zone'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { OwnRegion } from '#app/identity/users/own_region'
import { showAccount } from './account_page.js'
import { phrasesOf } from '../language.js'

const UNKNOWN_ZONE = 'own_account.zone_unknown'
const UNKNOWN_LANGUAGE = 'own_account.language_unknown'

export default class RegionsController {
  /** POST /account/region. Nothing chosen is what the browser says, and English. */
  async update(ctx: HttpContext) {
    const { timeZone, language } = ctx.request.body()
    const { t } = phrasesOf(ctx)
    const [zone, chosen] = [typedText(timeZone), typedText(language)]
    const errors = {
      ...(zone && !isTimeZone(zone) ? { timeZone: t(UNKNOWN_ZONE) } : {}),
      ...(chosen && !isLanguage(chosen) ? { language: t(UNKNOWN_LANGUAGE) } : {}),
    }
    if (Object.keys(errors).length > 0) return showAccount(ctx, { errors }, 422)
    const region = { timeZone: zone || null, language: isLanguage(chosen) ? chosen : null }
    await OwnRegion.change(ctx.dashboard.user, region)
    flash(ctx, 'success', phrasesOf(ctx).t('own_account.region_saved'))
    ctx.response.redirect('/account', false, 303)
  }
}
