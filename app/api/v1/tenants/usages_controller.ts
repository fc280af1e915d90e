import type { HttpContext } from '@adonisjs/core/http'
import { ResoldTenantTransformer } from '#app/tenants/resale/resold_tenant_transformer'
import { answer } from '../answer/answer.js'
import { TENANT_USAGE_ANSWER } from '../schemas/tenant.js'
import { queryOf } from '../input/input.js'
import { tenantUsageQuery } from '../validators/tenant_validator.js'
import { listOf, monthOf, resaleOf, tenantId } from './resale_access.js'

export default class UsagesController {
  /** GET /api/v1/tenants/:id/usage */
  async show(ctx: HttpContext) {
    const { period } = queryOf(ctx, tenantUsageQuery)
    const month = monthOf(period)
    const tenant = await listOf(resaleOf(ctx)).find(tenantId(ctx), month.name)
    return answer(ctx, TENANT_USAGE_ANSWER, ResoldTenantTransformer.usage(tenant, month))
  }
}
