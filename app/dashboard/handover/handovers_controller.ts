import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { Handover } from '#app/identity/handover/handover'
import { readPage, showPage } from '../page.js'

const PAGE = '/settings/handover'

export default class HandoversController {
  /** GET /settings/handover */
  async show(ctx: HttpContext) {
    await readPage(ctx)
    await showPage(ctx, 'dashboard/handover/show', { handover: await Handover.pending() })
  }

  /** POST /settings/handover/refuse */
  async destroy(ctx: HttpContext) {
    const { dashboard, response } = ctx
    const isRefused = await Handover.refuse(dashboard.actor(ctx))
    if (isRefused) flash(ctx, 'success', 'You have refused the handover. The account stays yours.')
    else flash(ctx, 'info', 'There is no pending handover any more.')
    response.redirect(PAGE, false, 303)
  }
}
