import type { HttpContext } from '@adonisjs/core/http'
import { ResoldTenantTransformer } from '#app/tenants/resale/resold_tenant_transformer'
import { reply } from '../answer/answer.js'
import { TENANT_ANSWER } from '../schemas/tenant.js'
import { once } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { suspensionValidator } from '../validators/tenant_validator.js'
import { found, resaleOf, tenantId } from './resale_access.js'

export default class SuspensionsController {
  /** POST /api/v1/tenants/:id/suspend */
  async store(ctx: HttpContext) {
    const { reason } = bodyOf(ctx, suspensionValidator)
    return decided(ctx, (resale, id) => resale.suspend(id, reason))
  }

  /** POST /api/v1/tenants/:id/resume */
  async destroy(ctx: HttpContext) {
    return decided(ctx, (resale, id) => resale.resume(id))
  }
}

type Decision = (resale: ReturnType<typeof resaleOf>, id: string) => Promise<void>

async function decided(ctx: HttpContext, decide: Decision): Promise<void> {
  const resale = resaleOf(ctx)
  const id = tenantId(ctx)
  return once(ctx, async (keep) => {
    await decide(resale, id)
    await keep(
      reply(ctx, TENANT_ANSWER, ResoldTenantTransformer.transform(await found(resale, id)))
    )
  })
}
