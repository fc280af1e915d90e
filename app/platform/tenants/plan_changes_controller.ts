import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import Plan from '#app/tenants/plans/plan'
import PlanRequest from '#app/tenants/plans/plan_request'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import Tenant from '#app/tenants/tenant'
import NothingHere from '../errors/nothing_here.js'
import { showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import { comparePlans } from '../plans/plan_comparison.js'
import { tenantView, tenantOf } from './tenant_view.js'

export default class PlanChangesController {
  /** GET /tenants/:id/plan?to= : what the tenant would gain and lose. */
  async create(ctx: HttpContext) {
    const tenant = await reachable(ctx)
    const plans = await Plan.query().orderBy('position')
    const now = plans.find(({ key }) => key === tenant.planKey)
    const to = plans.find(({ key }) => key === ctx.request.qs().to) ?? now
    const differences = now && to && to !== now ? await comparePlans(tenant, now, to) : []
    const shown = { tenant: await tenantView(tenant), plans, to: to?.key, differences }
    return showPage(ctx, 'tenants/plan', shown)
  }

  /** POST /tenants/:id/plan: nothing of the tenant's is deleted; what the plan no longer has freezes. */
  async store(ctx: HttpContext) {
    const tenant = await reachable(ctx)
    const plan = await Plan.named(typedText(ctx.request.body().plan))
    if (!plan) throw new NothingHere()
    await platformTransaction(async (trx) => {
      const locked = await Tenant.query({ client: trx }).where('id', tenant.id).forUpdate().first()
      if (!locked?.isReachable) throw new NothingHere()
      const { planKey: from } = locked
      if (from === plan.key) return
      await locked.merge({ planKey: plan.key, updatedAt: clock.now() }).save()
      await EntitlementsProjection.ask([tenant.id], trx)
      const asked = { tenantId: tenant.id, planKey: plan.key, by: ctx.operator.id }
      await PlanRequest.settle(asked, trx)
      const details = { tenantId: tenant.id, from, to: plan.key }
      await PlatformTrail.append(
        { action: 'tenant.plan_changed', actor: actorOf(ctx), details },
        trx
      )
    })
    flash(ctx, 'success', `The plan is now ${plan.name}.`)
    ctx.response.redirect(`/tenants/${tenant.id}`, false, 303)
  }
}

async function reachable(ctx: HttpContext): Promise<Tenant> {
  const tenant = await tenantOf(ctx)
  if (!tenant.isReachable) throw new NothingHere()
  return tenant
}
