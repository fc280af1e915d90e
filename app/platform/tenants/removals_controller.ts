import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flashOutcome } from '#app/front_door/pages/flash_outcome'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { Removal } from '#app/tenants/removal'
import Settings from '#app/tenants/settings'
import type Tenant from '#app/tenants/tenant'
import { showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import { tenantView, tenantOf } from './tenant_view.js'

export default class RemovalsController {
  /** GET /tenants/:id/delete */
  async create(ctx: HttpContext) {
    return form(ctx, await tenantOf(ctx))
  }

  /** POST /tenants/:id/delete: it waits, and can be taken back until its day. */
  async store(ctx: HttpContext) {
    const tenant = await tenantOf(ctx)
    if (typedText(ctx.request.body().slug) !== tenant.slug)
      return form(ctx, tenant, `Type ${tenant.slug} to confirm.`)
    const { eraseAfterDays } = await Settings.current()
    const eraseAt = new Date(clock.now().getTime() + eraseAfterDays * DAY_MS)
    const outcome = {
      back: `/tenants/${tenant.id}`,
      done: 'The tenant’s deletion has been scheduled.',
    }
    await flashOutcome(ctx, outcome, () =>
      platformTransaction(async (trx) => {
        await Removal.schedule(tenant.id, eraseAt, trx)
        const details = { tenantId: tenant.id, eraseAt: eraseAt.toISOString() }
        await PlatformTrail.append(
          { action: 'tenant.deletion_scheduled', actor: actorOf(ctx), details },
          trx
        )
      })
    )
  }

  /** POST /tenants/:id/keep */
  async destroy(ctx: HttpContext) {
    const tenant = await tenantOf(ctx)
    const done = 'The deletion has been cancelled.'
    const outcome = { back: `/tenants/${tenant.id}`, done, state: 'ready' }
    await flashOutcome(ctx, outcome, () =>
      platformTransaction(async (trx) => {
        await Removal.undo(tenant.id, trx)
        const details = { tenantId: tenant.id }
        await PlatformTrail.append(
          { action: 'tenant.deletion_undone', actor: actorOf(ctx), details },
          trx
        )
      })
    )
  }
}

async function form(ctx: HttpContext, tenant: Tenant, fault?: string) {
  const { eraseAfterDays } = await Settings.current()
  const state = { tenant: await tenantView(tenant), days: eraseAfterDays, errors: { slug: fault } }
  return showPage(ctx, 'tenants/delete', state, fault ? 422 : 200)
}
