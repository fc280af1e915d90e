import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import ApiKey from '#app/identity/api_key'
import { modelsOf } from '#app/tenancy/model_rows'
import { inAccount } from './account.js'
import { KEY, listed } from './key_list.js'
import { readPage, showPage } from './page.js'
import { doAndTell } from '#app/front_door/telling'
import NothingHere from './errors/nothing_here.js'

export default class RevocationsController {
  /** GET /settings/keys/:id/revoke */
  async create(ctx: HttpContext) {
    return showPage(ctx, 'dashboard/keys/revoke', { key: listed(await find(ctx)) })
  }

  /** POST /settings/keys/:id/revoke: holds from the next request that comes with this key. */
  async store(ctx: HttpContext) {
    const told = { back: `${ctx.desk.base}/settings/keys`, done: 'The key is revoked.' }
    return inAccount(ctx, async () => {
      const key = await find(ctx)
      await doAndTell(ctx, told, () => key.revoke(ctx.desk.actor(ctx)))
    })
  }
}

async function find(ctx: HttpContext): Promise<ApiKey> {
  const { desk, params } = ctx
  desk.require('keys')
  if (!isIdentifier('key', params.id)) throw new NothingHere()
  const [rows] = await readPage(ctx, { text: KEY, values: [params.id] })
  if (rows.length === 0) throw new NothingHere()
  return modelsOf(ApiKey, rows)[0]
}
