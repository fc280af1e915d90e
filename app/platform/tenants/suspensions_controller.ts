import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flashOutcome } from '#app/front_door/pages/flash_outcome'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { Suspension } from '#app/tenants/suspension'
import type Tenant from '#app/tenants/tenant'
import { showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import { tenantView, tenantOf } from './tenant_view.js'

const MAX_REASON = 300

export default class SuspensionsController {
  /** GET /tenants/:id/suspend */
  async create(ctx: HttpContext) {
    const tenant = await tenantOf(ctx)
    const values = { reason: tenant.suspensionReason ?? '', frozen: tenant.isFrozen }
    return form(ctx, tenant, values)
  }

  /** POST /tenants/:id/suspend */
  async store(ctx: HttpContext) {
    const tenant = await tenantOf(ctx)
    const body = ctx.request.body()
    const reason = typedText(body.reason)
    const frozen = body.frozen === 'yes'
    const fault = reason ? faultOfLine(reason, MAX_REASON) : 'Enter a reason, for your colleagues.'
    if (fault) return form(ctx, tenant, { reason, frozen }, fault)
    const done = frozen
      ? 'Suspended and frozen.'
      : 'Suspended. Documents already sent can still be signed.'
    await flashOutcome(ctx, { back: `/tenants/${tenant.id}`, done }, () =>
      platformTransaction(async (trx) => {
        if (!(await Suspension.impose(tenant.id, { reason, frozen }, trx))) return
        const details = { tenantId: tenant.id, frozen }
        await PlatformTrail.append(
          { action: 'tenant.suspended', actor: actorOf(ctx), details, personal: { reason } },
          trx
        )
      })
    )
  }

  /** POST /tenants/:id/resume */
  async destroy(ctx: HttpContext) {
    const tenant = await tenantOf(ctx)
    const done = 'The suspension has been lifted.'
    const outcome = { back: `/tenants/${tenant.id}`, done, state: 'ready' }
    await flashOutcome(ctx, outcome, () =>
      platformTransaction(async (trx) => {
        await Suspension.lift(tenant.id, trx)
        const details = { tenantId: tenant.id }
        await PlatformTrail.append({ action: 'tenant.resumed', actor: actorOf(ctx), details }, trx)
      })
    )
  }
}

async function form(
  ctx: HttpContext,
  tenant: Tenant,
  values: { reason: string; frozen: boolean },
  fault?: string
) {
  const state = { tenant: await tenantView(tenant), values, errors: { reason: fault } }
  return showPage(ctx, 'tenants/suspend', state, fault ? 422 : 200)
}
