import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { isRefusal } from '#app/foundation/refusal'
import { Submission } from '#app/front_door/bodies/submission'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
import { newId } from '#app/foundation/identifier'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import Plan from '#app/tenants/plans/plan'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import Tenant from '#app/tenants/tenant'
import { showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import { faultsOf, newTenantForm, type NewTenantForm } from './new_tenant_form.js'
import { schemaVersions } from '#app/tenancy/schemas/schema_versions'
import { KINDS, listTenants, STATUSES, wantedTenants } from './tenant_list.js'
import { tenantDetails } from './tenant_details.js'
import { tenantView, tenantOf } from './tenant_view.js'

export default class TenantsController {
  /** GET /tenants?q=&plan=&status=&kind=&parent=&after= */
  async index(ctx: HttpContext) {
    const wanted = wantedTenants(ctx.request.qs())
    const { tenants, older } = await listTenants(wanted)
    const versions = await schemaVersions(tenants)
    const { after, ...filters } = wanted
    const query = new URLSearchParams(filters)
    return showPage(ctx, 'tenants/index', {
      tenants: tenants.map((tenant) => ({ ...tenant, version: versions.get(tenant.id) ?? null })),
      filters,
      isFiltered: Object.values(filters).some(Boolean),
      plans: await Plan.query().orderBy('position'),
      kinds: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
      statuses: Object.entries(STATUSES).map(([value, label]) => ({ value, label })),
      olderHref: older && `/tenants?${query}&after=${older}`,
      newestHref: after && `/tenants?${query}`,
    })
  }

  /** GET /tenants/new */
  async create(ctx: HttpContext) {
    return form(ctx, newTenantForm({}))
  }

  /** POST /tenants: a worker makes it; its page tells when it is ready. */
  async store(ctx: HttpContext) {
    const values = newTenantForm(ctx.request.body())
    const errors = faultsOf(values)
    if (!(await Plan.named(values.plan))) errors.plan = 'There is no such plan.'
    if (Object.keys(errors).length > 0) return form(ctx, values, errors)
    const { digest } = Submission.of(ctx, ctx.operator.id, ctx.request.body())
    try {
      const id = await order(ctx, values, digest)
      ctx.response.redirect(`/tenants/${id}`, false, 303)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const first = digest && (await Tenant.findBy({ orderKey: digest }))
      if (!first) return form(ctx, values, { slug: sentence(error.message) })
      ctx.response.redirect(`/tenants/${first.id}`, false, 303)
    }
  }

  /** GET /tenants/:id */
  async show(ctx: HttpContext) {
    const tenant = await tenantOf(ctx)
    if (tenant.status === 'provisioning') {
      return showPage(ctx, 'tenants/making', { tenant: await tenantView(tenant) })
    }
    return showPage(ctx, 'tenants/show', await tenantDetails(tenant))
  }
}

/** @param orderKey  by which the same order is known again: a second click finds its slug taken by the first */
async function order(
  ctx: HttpContext,
  values: NewTenantForm,
  orderKey: string | null
): Promise<string> {
  const { name, slug, plan, ownerName, ownerEmail, isTrusted } = values
  const owner = { id: newId('usr'), name: ownerName, email: ownerEmail, passwordHash: null }
  return platformTransaction(async (trx) => {
    const tenant = await Provisioning.order(
      { name, slug, plan, owner, isTrusted, orderKey: orderKey ?? undefined },
      trx
    )
    const details = { tenantId: tenant.id, plan, isTrusted }
    await PlatformTrail.append(
      { action: 'tenant.ordered', actor: actorOf(ctx), details, personal: { slug } },
      trx
    )
    return tenant.id
  })
}

async function form(ctx: HttpContext, values: NewTenantForm, errors: Record<string, string> = {}) {
  const plans = await Plan.query().orderBy('position')
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return showPage(ctx, 'tenants/create', { values, errors, plans }, status)
}
