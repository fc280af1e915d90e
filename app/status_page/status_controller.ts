import type { HttpContext } from '@adonisjs/core/http'
import { offeredLanguages } from '#app/brand/brand_languages'
import { Profile } from '#app/brand/profile'
import { isLanguage } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { languageChoice } from '#app/front_door/languages/language_choice'
import { speech } from '#app/front_door/languages/speech'
import { wantedLanguage } from '#app/front_door/languages/wanted_language'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { ToldIncidents } from '#app/monitoring/incidents/told_incident'
import { serviceStatus } from '#app/monitoring/status/service_status'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { statusView } from './status_view.js'

export default class StatusController {
  /** GET /status: for anybody, in the tenant's name and colours. Nothing on it is about this tenant alone. */
  async show({ tenant, request, response, view }: HttpContext) {
    const [{ brand }, parts, incidents] = await Promise.all([
      CurrentTenant.run({ tenant, environment: 'live' }, () => Profile.current()),
      serviceStatus(),
      ToldIncidents.to(tenant.id),
    ])
    const offered = offeredLanguages(brand.snapshot)
    const { language: chosen } = request.qs()
    const language =
      isLanguage(chosen) && offered.includes(chosen) ? chosen : wantedLanguage(request, offered)
    view.share({
      ...speech(language),
      brand: pageTheme(brand.snapshot),
      choice: languageChoice(brand.snapshot, { action: '/status', method: 'get' }),
    })
    const shown = statusView(parts, incidents, Phrasebook.in(language))
    response.type('text/html').send(await view.render('status_page/show', shown))
  }
}
