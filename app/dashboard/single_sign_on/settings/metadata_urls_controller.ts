import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import MetadataRefused from '#app/single_sign_on/errors/metadata_refused'
import { showProvider } from './provider_page.js'
import { isReviewed } from './provider_review.js'
import { HOME } from './settings_page.js'
import { phrasesOf } from '../../language.js'
import { metadataFault } from '../metadata_fault.js'

export default class MetadataUrlsController {
  /**
   * POST /settings/single-sign-on/provider/url. The first time it shows what the metadata say; sent again with the digest of what was shown, it takes
   * them, unless others are there by now.
   */
  async store(ctx: HttpContext) {
    const connection = await Connection.current()
    const url = typedText(ctx.request.input('url'))
    if (!URL.canParse(url)) {
      const error = phrasesOf(ctx).t('single_sign_on.metadata_no_address')
      return showProvider(ctx, connection, { url: { value: url, error } })
    }
    try {
      const { text, etag } = await Connecting.fetch(url)
      const metadata = await Connecting.read(text)
      const proposal = { metadata, action: `${HOME}/provider/url`, fields: { url }, url }
      if (!(await isReviewed(ctx, connection, proposal))) return
      const source = { url, etag }
      await Connecting.connect(metadata, {}, ctx.dashboard.actor(ctx), { source })
    } catch (error) {
      if (!(error instanceof MetadataRefused)) throw error
      return showProvider(ctx, connection, {
        url: { value: url, error: metadataFault(phrasesOf(ctx), error) },
      })
    }
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.metadata_taken'))
    return ctx.response.redirect(connection ? `${HOME}/provider` : HOME, false, 303)
  }
}
