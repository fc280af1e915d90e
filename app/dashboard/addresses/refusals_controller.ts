import type { HttpContext } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'
import { AddressLink } from '#app/identity/addresses/address_link'
import { answer, ask, changeOf } from './address_page.js'

export default class RefusalsController {
  /** GET /address/:token/refuse */
  async create(ctx: HttpContext) {
    return ask(ctx, 'refuse', await changeOf(ctx, 'refuse'))
  }

  /** POST /address/:token/refuse: from the old mailbox, before anything has changed. */
  async store(ctx: HttpContext) {
    return answer(ctx, 'refuse', (change) => AddressLink.refuse(change, clientInfo(ctx.request)))
  }
}
