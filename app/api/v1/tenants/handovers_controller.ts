import type { HttpContext } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Handover } from '#app/identity/handover/handover'
import { ResoldTenantTransformer } from '#app/tenants/resale/resold_tenant_transformer'
import { reply } from '../answer/answer.js'
import { TENANT_ANSWER } from '../schemas/tenant.js'
import { once } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { handoverValidator } from '../validators/tenant_validator.js'
import { found, orderKey, resaleOf, tenantId } from './resale_access.js'

export default class HandoversController {
  /** POST /api/v1/tenants/:id/handover: the answer is the same whether or not the address is known there. */
  async store(ctx: HttpContext) {
    const resale = resaleOf(ctx)
    const id = tenantId(ctx)
    const person = bodyOf(ctx, handoverValidator)
    const actor = ctx.caller.actor(clientInfo(ctx.request))
    const order = orderKey(ctx, resale)
    const asking = { resellerId: resale.reseller.id, actor, orderKey: order }
    return once(ctx, async (keep) => {
      await Handover.ask(id, person, asking)
      faultPoint('tenants.handover_asked')
      const shown = ResoldTenantTransformer.transform(await found(resale, id))
      await keep(reply(ctx, TENANT_ANSWER, shown, { status: 202 }))
    })
  }
}
