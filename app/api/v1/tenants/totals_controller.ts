import type { HttpContext } from '@adonisjs/core/http'
import { METERS } from '#app/tenants/usage/meter'
import { answer } from '../answer/answer.js'
import { TENANT_TOTALS_ANSWER } from '../schemas/tenant.js'
import { queryOf } from '../input/input.js'
import { tenantUsageQuery } from '../validators/tenant_validator.js'
import { listOf, monthOf, resaleOf } from './resale_access.js'

export default class TotalsController {
  /** GET /api/v1/tenants/totals */
  async show(ctx: HttpContext) {
    const month = monthOf(queryOf(ctx, tenantUsageQuery).period)
    const list = listOf(resaleOf(ctx))
    const [used, plans] = await Promise.all([list.used(month.name), list.totals(month.name)])
    return answer(ctx, TENANT_TOTALS_ANSWER, {
      period: month.name,
      resetsAt: month.resetsAt.toISOString(),
      tenants: plans.reduce((sum, { tenants }) => sum + tenants, 0),
      items: METERS.map((name) => ({ name, used: used[name] ?? 0 })),
      plans,
    })
  }
}
