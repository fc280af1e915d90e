import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { errorCode } from '#app/sealing/csc/csc_channel'
import { providerAt } from '#app/signing/seal/own/provider'
import { phrasesOf } from '../language.js'
import { readPage } from '../page.js'
import { ProviderForm } from './provider_form.js'
import { begunLogIn } from './provider_log_in.js'
import { failureOf, showChoice, showConnection, tooManyTries } from './provider_pages.js'
import { HOME } from './seal_page.js'

export default class ProviderReturnsController {
  /** GET /settings/seal/provider/return {code, state}: somebody has logged in at the provider, or has not. Nothing is kept yet. */
  async show(ctx: HttpContext) {
    await readPage(ctx)
    ctx.profile.entitlements.require('branding')
    const { t } = phrasesOf(ctx)
    const begun = await begunLogIn(ctx)
    if (!begun) {
      flash(ctx, 'danger', t('seal.log_in_ended'))
      return ctx.response.redirect(`${HOME}/provider`, false, 303)
    }
    const { connection, request } = begun
    const form = ProviderForm.filled(connection, 'person')
    const { code, error } = ctx.request.qs()
    if (typeof code !== 'string' || code === '')
      return showConnection(ctx, form, { text: t('seal.log_in_refused'), said: errorCode(error) })
    const isOver = await tooManyTries(ctx)
    if (isOver) return showConnection(ctx, form, isOver)
    try {
      const tokens = await providerAt(connection).oauth.redeem(code, request)
      return await showChoice(ctx, { ...connection, tokens })
    } catch (refused) {
      return showConnection(ctx, form, failureOf(refused, phrasesOf(ctx)))
    }
  }
}
