import type { HttpContext } from '@adonisjs/core/http'
import { clock } from '#app/foundation/clock'
import { healthHistory } from '#app/monitoring/samples/health_history'
import { showPage } from '../page.js'
import { charts } from './charts.js'
import { PERIODS, periodOf } from './health_period.js'
import { presentState } from './present_state.js'

export default class HealthController {
  /** GET /health?period=: what `/metrics` tells, drawn. Nothing here names a tenant. */
  async index(ctx: HttpContext) {
    const period = periodOf(ctx.request.qs().period)
    const now = clock.now()
    const since = new Date(now.getTime() - period.ms)
    const [history, present] = await Promise.all([
      healthHistory(since, period.stepMs),
      presentState(),
    ])
    return showPage(ctx, 'health/index', {
      ...{ period, periods: PERIODS, present },
      charts: charts(history, period, now),
      hasHistory: history.length > 0,
    })
  }
}
