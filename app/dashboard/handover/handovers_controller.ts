import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { Handover } from '#app/identity/handover/handover'
import { phrasesOf } from '../language.js'
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
    const { t } = phrasesOf(ctx)
    if (isRefused) flash(ctx, 'success', t('handover.refused'))
    else flash(ctx, 'info', t('handover.gone'))
    response.redirect(PAGE, false, 303)
  }
}
