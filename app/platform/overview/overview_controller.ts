import type { HttpContext } from '@adonisjs/core/http'
import Incident from '#app/monitoring/incidents/incident'
import { within } from '#app/monitoring/within'
import { StuckWork } from '#app/queue/stuck/stuck_work'
import { newestTenants } from '../tenants/tenant_list.js'
import { tenantTotals } from '#app/tenants/tenant_totals'
import { presentState } from '../health/present_state.js'
import { showPage } from '../page.js'
import { concernsOf } from './concern.js'
import { dayFigures } from './day_figures.js'

const ANSWER_WITHIN_MS = 5_000
const RECENT = 5

export default class OverviewController {
  /** GET /: what needs attention, from the pages that show it, and how much goes on. */
  async show(ctx: HttpContext) {
    const [stuck, present, totals, day, incidents, openIncidents, newest] = await Promise.all([
      within(ANSWER_WITHIN_MS, StuckWork.all()).catch(() => null),
      presentState(),
      tenantTotals(),
      dayFigures(),
      Incident.newest(RECENT),
      Incident.openCount(),
      newestTenants(RECENT),
    ])
    return showPage(ctx, 'overview/index', {
      ...{ totals, day, newest, incidents },
      concerns: concernsOf({ stuck, present, totals, openIncidents }),
    })
  }
}
