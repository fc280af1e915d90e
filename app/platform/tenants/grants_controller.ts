import type { HttpContext } from '@adonisjs/core/http'
import { embedded } from '#app/foundation/printable_text'
import { PlatformTrail } from '#app/audit/platform_trail'
import { flash } from '#app/front_door/pages/flash'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import Plan from '#app/tenants/plans/plan'
import PlanGrant from '#app/tenants/plans/plan_grant'
import type Tenant from '#app/tenants/tenant'
import { askFirst, showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import { grantForm, readGrant, type Granted } from './grant_form.js'
import { tenantDetails } from './tenant_details.js'
import { tenantOf } from './tenant_view.js'

export default class GrantsController {
  /** POST /tenants/:id/grants */
  async store(ctx: HttpContext) {
    const tenant = await tenantOf(ctx)
    const form = grantForm(ctx.request.body())
    const plans = await Plan.query().select('key')
    const read = readGrant(
      form,
      plans.map(({ key }) => key)
    )
    if ('errors' in read) {
      const details = await tenantDetails(tenant)
      return showPage(ctx, 'tenants/show', { ...details, values: form, errors: read.errors }, 422)
    }
    await grant(ctx, tenant, read.granted)
    flash(ctx, 'success', 'Granted. It ends automatically.')
    ctx.response.redirect(`/tenants/${tenant.id}`, false, 303)
  }

  /** GET /tenants/:id/grants/:grant/end */
  async askEnd(ctx: HttpContext) {
    const { id, name } = await tenantOf(ctx)
    const path = `/tenants/${id}`
    return askFirst(ctx, 'tenants', {
      title: 'End the grant now?',
      text: `${embedded(name)} loses the grant within seconds. Nothing is deleted: features that its plan lacks are paused.`,
      button: 'End grant',
      action: `${path}/grants/${encodeURIComponent(String(ctx.params.grant))}/end`,
      back: { text: embedded(name), href: path },
    })
  }

  /** POST /tenants/:id/grants/:grant/end */
  async destroy(ctx: HttpContext) {
    const tenant = await tenantOf(ctx)
    await platformTransaction(async (trx) => {
      if (!(await PlanGrant.end(String(ctx.params.grant), tenant.id, trx))) return
      const details = { tenantId: tenant.id, grantId: String(ctx.params.grant) }
      await PlatformTrail.append({ action: 'grant.ended', actor: actorOf(ctx), details }, trx)
    })
    flash(ctx, 'success', 'The grant has ended.')
    ctx.response.redirect(`/tenants/${tenant.id}`, false, 303)
  }
}

async function grant(ctx: HttpContext, tenant: Tenant, granted: Granted): Promise<void> {
  const { planKey, entitlement, value, until, reason } = granted
  const given = { ...granted, tenantId: tenant.id, grantedBy: ctx.operator.id }
  await platformTransaction(async (trx) => {
    const id = await PlanGrant.give(given, trx)
    if (id === null) return
    const details = {
      ...{ tenantId: tenant.id, grantId: id, until: until.toISOString() },
      ...(planKey ? { plan: planKey } : { entitlement, value }),
    }
    await PlatformTrail.append(
      { action: 'grant.given', actor: actorOf(ctx), details, personal: { reason } },
      trx
    )
  })
}
