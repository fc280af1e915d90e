import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import MetadataRefused from '#app/single_sign_on/errors/metadata_refused'
import type { ProviderFields } from '#app/single_sign_on/provider/provider_fields'
import { showProvider } from './provider_page.js'
import { isReviewedOrNew } from './provider_review.js'
import { HOME } from './settings_page.js'
import { phrasesOf } from '../../language.js'
import { metadataFault } from '../metadata_fault.js'

export default class ProviderFieldsController {
  /** POST /settings/single-sign-on/provider/fields: others than those that are known are shown first. */
  async store(ctx: HttpContext) {
    const connection = await Connection.current()
    const values = fieldsIn(ctx)
    try {
      const metadata = Connecting.written(values)
      const proposal = { metadata, action: `${HOME}/provider/fields`, fields: { ...values } }
      if (!(await isReviewedOrNew(ctx, connection, proposal))) return
      await Connecting.connect(metadata, {}, ctx.dashboard.actor(ctx))
    } catch (error) {
      if (!(error instanceof MetadataRefused)) throw error
      return showProvider(ctx, connection, {
        fields: { values, error: metadataFault(phrasesOf(ctx), error) },
      })
    }
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.saved'))
    return ctx.response.redirect(connection ? `${HOME}/provider` : HOME, false, 303)
  }
}

function fieldsIn({ request }: HttpContext): ProviderFields {
  const body = request.body()
  return {
    entityId: typedText(body.entityId),
    ssoUrl: typedText(body.ssoUrl),
    ssoBinding: body.ssoBinding === 'post' ? 'post' : 'redirect',
    sloUrl: typedText(body.sloUrl),
    certificates: typedText(body.certificates),
  }
}
