import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { EmailDomainRegister } from '#app/single_sign_on/domains/email_domain_register'
import { namedDomain } from './domains_controller.js'
import { HOME } from './settings_page.js'
import { phrasesOf } from '../../language.js'

export default class DomainOwnersController {
  /** POST /settings/single-sign-on/domains/owners: whether owners come in by the provider. An owner's form. */
  async update(ctx: HttpContext) {
    const { id, domain } = await namedDomain(ctx)
    const { t } = phrasesOf(ctx)
    const isLetIn = ctx.request.body().letsOwnersIn === 'yes'
    await EmailDomainRegister.letOwnersIn(id, isLetIn, ctx.dashboard.actor(ctx))
    const text = isLetIn
      ? t('single_sign_on.owners_let_in', { domain })
      : t('single_sign_on.owners_kept_out', { domain })
    flash(ctx, 'success', text)
    return ctx.response.redirect(`${HOME}/domains`, false, 303)
  }
}
