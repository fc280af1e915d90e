import type { HttpContext } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'
import { SessionCookie } from '#app/front_door/session_cookie'
import { AddressLink } from '#app/identity/addresses/address_link'
import { currentSession } from '../signed_in.js'
import { answer, ask, changeOf } from './address_page.js'

export default class ConfirmationsController {
  /** GET /address/:token */
  async create(ctx: HttpContext) {
    return ask(ctx, 'confirm', await changeOf(ctx, 'confirm'))
  }

  /** POST /address/:token: from the new mailbox. A browser of the person's stays logged in, under a new token. */
  async store(ctx: HttpContext) {
    return answer(ctx, 'confirm', async (change) => {
      const session = await currentSession(ctx)
      await AddressLink.confirm(change, clientInfo(ctx.request), session)
      if (session?.userId !== change.userId) return
      const token = await session.rotate()
      if (token) SessionCookie.write(ctx, token)
    })
  }
}
