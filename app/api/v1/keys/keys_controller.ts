import type { HttpContext } from '@adonisjs/core/http'
import ApiKey from '#app/identity/keys/api_key'
import { ApiKeyTransformer } from '#app/identity/keys/api_key_transformer'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { answer } from '../answer/answer.js'
import { KEY_ANSWER, KEY_REVOKED } from '../schemas/key.js'
import { actorOf } from '../documents/found_document.js'

export default class KeysController {
  /** GET /api/v1/keys/current */
  async show(ctx: HttpContext) {
    const key = await ApiKey.findOrFail(ctx.caller.key.id)
    return answer(ctx, KEY_ANSWER, ApiKeyTransformer.transform(key))
  }

  /**
   * DELETE /api/v1/keys/current: the key revokes itself. Keys are rows of the account, which only the live role may change; a
   * repetition answers 401, so nothing needs to be kept.
   */
  async destroy(ctx: HttpContext) {
    const { id } = ctx.caller.key
    const by = actorOf(ctx)
    await CurrentTenant.run(
      { tenant: CurrentTenant.get().tenant, environment: 'live' },
      async () => {
        const key = await ApiKey.findOrFail(id)
        await key.revoke(by)
      }
    )
    return answer(ctx, KEY_REVOKED, { id, deleted: true })
  }
}
