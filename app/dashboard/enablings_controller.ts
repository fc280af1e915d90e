import type { HttpContext } from '@adonisjs/core/http'
import { findEndpoint } from './endpoint_page.js'
import { doAndTell } from '#app/front_door/telling'

export default class EnablingsController {
  /** POST /settings/webhooks/:id/enable: one that was paused or disabled is sent to again. */
  async store(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    const back = `${ctx.desk.base}/settings/webhooks/${endpoint.id}`
    return doAndTell(ctx, { back, done: 'The endpoint is enabled.' }, () => endpoint.enable())
  }
}
