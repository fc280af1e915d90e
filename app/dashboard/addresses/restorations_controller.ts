import type { HttpContext } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'
import { AddressLink } from '#app/identity/addresses/address_link'
import { answer, ask, changeOf } from './address_page.js'

export default class RestorationsController {
  /** GET /address/:token/undo */
  async create(ctx: HttpContext) {
    return ask(ctx, 'undo', await changeOf(ctx, 'undo'))
  }

  /** POST /address/:token/undo: from the old mailbox, after the change. */
  async store(ctx: HttpContext) {
    return answer(ctx, 'undo', (change) => AddressLink.undo(change, clientInfo(ctx.request)))
  }
}
