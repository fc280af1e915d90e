import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import MetadataRefused from '#app/single_sign_on/errors/metadata_refused'
import { ProviderForm } from './provider_form.js'
import { showProvider } from './provider_page.js'
import { isReviewedOrNew } from './provider_review.js'
import { HOME } from './settings_page.js'
import { phrasesOf } from '../../language.js'
import { metadataFault } from '../metadata_fault.js'

export default class ProviderController {
  /** GET /settings/single-sign-on/provider?preset= */
  async show(ctx: HttpContext) {
    return showProvider(ctx, await Connection.current())
  }

  /** POST /settings/single-sign-on/provider: other metadata than those that are known are shown first. */
  async update(ctx: HttpContext) {
    const connection = await Connection.current()
    const form = ProviderForm.of(ctx)
    const terms = form.terms(connection, phrasesOf(ctx))
    if (!terms) return showProvider(ctx, connection, { form })
    try {
      const actor = ctx.dashboard.actor(ctx)
      if (form.metadata === '') await Connecting.change(terms, actor)
      else {
        const metadata = await Connecting.read(form.metadata)
        const proposal = { metadata, action: `${HOME}/provider`, fields: form.fields }
        if (!(await isReviewedOrNew(ctx, connection, proposal))) return
        await Connecting.connect(metadata, terms, actor)
      }
    } catch (error) {
      if (!(error instanceof MetadataRefused)) throw error
      form.errors.metadata = metadataFault(phrasesOf(ctx), error)
      return showProvider(ctx, connection, { form })
    }
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.saved'))
    return ctx.response.redirect(connection ? `${HOME}/provider` : HOME, false, 303)
  }
}
