import type { HttpContext } from '@adonisjs/core/http'
import { BEGINNINGS, NO_BEGINNINGS } from '#app/documents/search/beginnings'
import { worklist } from '#app/documents/search/worklist'
import { Usage } from '#app/tenants/usage/usage'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { barriers, meterView } from '../usage/barriers.js'
import { firstSteps } from './first_steps.js'
import { workView } from './work_view.js'

export default class HomeController {
  /** GET /home: what waits for this person, and for whom the others wait. */
  async show(ctx: HttpContext) {
    const { dashboard } = ctx
    const { user, session } = dashboard
    const month = UsageMonth.current()
    const isLive = dashboard.environment === 'live'
    const [rows, used, [beginnings = null]] = await readPage(
      ctx,
      worklist({
        audience: dashboard.documentsOf,
        holders: [user.id, ...session.teams.map(({ id }) => id)],
        email: session.support ? null : user.email,
      }),
      Usage.statement(month),
      isLive ? BEGINNINGS : NO_BEGINNINGS
    )
    const phrases = phrasesOf(ctx)
    const items = Usage.items(ctx.profile.entitlements, used)
    return showPage(ctx, 'dashboard/home/show', {
      ...workView(rows, phrasesOf(ctx)),
      name: user.name.trim().split(/\s+/)[0],
      steps: beginnings ? firstSteps(ctx, beginnings) : null,
      areStepsHidden: user.firstStepsHiddenAt !== null,
      usage: isLive &&
        dashboard.may('usage') && {
          meters: items.map((item) => meterView(item, phrases)),
          barriers: barriers(items, month, phrases),
          planName: ctx.profile.entitlements.planName,
          resetsAt: month.resetsAt,
        },
    })
  }
}
