import type { HttpContext } from '@adonisjs/core/http'
import ApiKey from '#app/identity/keys/api_key'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { changeKey, findKey, keyId, listPath } from './found_key.js'
import { keyView } from './key_view.js'

export default class RevocationsController {
  /** GET /settings/keys/:id/revoke */
  async create(ctx: HttpContext) {
    const { key, rows } = await findKey(ctx, ApiKey.stillWorkingBefore(keyId(ctx)))
    const earlier = rows[0].map((row) => ({
      id: row.id,
      text: `${row.prefix}…${row.last_four}`,
      expiresAt: row.expires_at,
    }))
    return showPage(ctx, 'dashboard/keys/revoke', { key: keyView(key, phrasesOf(ctx)), earlier })
  }

  /** POST /settings/keys/:id/revoke: holds from the next request that comes with this key. */
  async store(ctx: HttpContext) {
    const { key } = await findKey(ctx)
    const done = phrasesOf(ctx).t('keys.revoked', { name: key.name })
    return flashOutcome(ctx, { back: listPath(ctx), done }, () =>
      changeKey(ctx, key, (found) => found.revoke(ctx.dashboard.actor(ctx)))
    )
  }
}
