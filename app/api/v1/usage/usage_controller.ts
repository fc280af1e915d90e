import type { HttpContext } from '@adonisjs/core/http'
import { Seats } from '#app/identity/users/seats'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Usage } from '#app/tenants/usage/usage'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { answer } from '../answer/answer.js'
import { USAGE_ANSWER } from '../schemas/usage.js'

export default class UsageController {
  /** GET /api/v1/usage */
  async show(ctx: HttpContext) {
    const month = UsageMonth.current()
    const [used, taken] = await CurrentTenant.batch([Usage.statement(month), Seats.statement])
    const seats = Seats.from(taken)
    return answer(ctx, USAGE_ANSWER, {
      period: month.name,
      resetsAt: month.resetsAt.toISOString(),
      items: [
        ...Usage.items(ctx.caller.entitlements, used),
        { name: 'members' as const, used: seats.used, limit: seats.limit },
      ],
    })
  }
}
