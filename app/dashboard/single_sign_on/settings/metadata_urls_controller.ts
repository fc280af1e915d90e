import type { HttpContext } from '@adonisjs/core/http'
import { sha256Hex } from '#app/foundation/opaque_token'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import MetadataRefused from '#app/single_sign_on/errors/metadata_refused'
import { changesBy } from '#app/single_sign_on/provider/provider_changes'
import { showProvider } from './provider_page.js'
import { HOME, readSettings, showSettings } from './settings_page.js'

export default class MetadataUrlsController {
  /**
   * POST /settings/single-sign-on/provider/url. The first time it shows what the metadata say; sent again with the digest of what was shown, it takes
   * them, unless others are there by now.
   */
  async store(ctx: HttpContext) {
    const connection = await Connection.current()
    const url = typedText(ctx.request.input('url'))
    try {
      const { text, etag } = await Connecting.fetch(url)
      const metadata = await Connecting.read(text)
      const shown = sha256Hex(text)
      const isAgreed = ctx.request.input('shown') === shown
      if (!isAgreed) return await this.#review(ctx, connection, { url, shown, metadata })
      const source = { url, etag }
      await Connecting.connect(metadata, {}, ctx.dashboard.actor(ctx), { source })
    } catch (error) {
      if (!(error instanceof MetadataRefused)) throw error
      return showProvider(ctx, connection, { url: { value: url, error: error.message } })
    }
    flash(ctx, 'success', 'The metadata are taken. New certificates are looked for every day.')
    return ctx.response.redirect(connection ? `${HOME}/provider` : HOME, false, 303)
  }

  async #review(
    ctx: HttpContext,
    connection: Connection | null,
    {
      url,
      shown,
      metadata,
    }: { url: string; shown: string; metadata: Awaited<ReturnType<typeof Connecting.read>> }
  ) {
    const { isInPlan } = await readSettings(ctx)
    const changes = changesBy(metadata, connection)
    const isOther = ctx.request.input('shown') !== undefined
    await showSettings(ctx, 'review', { connection, isInPlan, url, shown, changes, isOther })
  }
}
