import type { HttpContext } from '@adonisjs/core/http'
import { ResoldTenantTransformer } from '#app/tenants/resale/resold_tenant_transformer'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { answer } from '../answer/answer.js'
import { queryOf } from '../input/input.js'
import { tenantUsageQuery } from '../validators/tenant_validator.js'
import { listOf, resaleOf, tenantId } from './resale_desk.js'

export default class UsagesController {
  /** GET /api/v1/tenants/:id/usage */
  async show(ctx: HttpContext) {
    const { period } = queryOf(ctx, tenantUsageQuery)
    const month = period === undefined ? UsageMonth.current() : UsageMonth.of(firstDayOf(period))
    const tenant = await listOf(resaleOf(ctx)).find(tenantId(ctx), month.name)
    return answer(ctx, 'usage', ResoldTenantTransformer.usage(tenant, month))
  }
}

function firstDayOf(period: string): Date {
  return new Date(`${period}-01T00:00:00Z`)
}
