import type { HttpContext } from '@adonisjs/core/http'
import { newId } from '#app/foundation/identifier'
import { flash } from '#app/front_door/pages/flash'
import { ResaleOffers } from '#app/tenants/resale/resale_offer'
import { hostBelowBase } from '#app/tenants/hosts/tenant_hosts'
import { platformHost } from '#app/tenants/hosts/public_address'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { NewTenantForm } from './new_tenant_form.js'
import { findTenant, openList, openResale } from './resale_access.js'
import { offerView } from './offer_view.js'
import { monthViews, tenantView, totalViews, STATUSES } from './resale_views.js'
import { hrefOf, wantedOf } from './tenant_list.js'

const PAGE_SIZE = 25

export default class TenantsController {
  /** GET /tenants */
  async index(ctx: HttpContext) {
    const list = await openList(ctx)
    const wanted = wantedOf(ctx.request.qs())
    const { q, status, after } = wanted
    const month = UsageMonth.current()
    const conditions = { q: q || undefined, status: status || undefined, after: after ?? undefined }
    const [tenants, totals, requests] = await Promise.all([
      list.page({ ...conditions, month: month.name, limit: PAGE_SIZE }),
      list.totals(month.name),
      list.requests(),
    ])
    const phrases = phrasesOf(ctx)
    const page = tenants.slice(0, PAGE_SIZE)
    return showPage(ctx, 'dashboard/tenants/index', {
      tenants: page.map((tenant) => tenantView(tenant, phrases)),
      totals: totalViews(totals, phrases),
      requests,
      month: month.name,
      isOpen: ctx.profile.entitlements.may('resell'),
      filters: page.length > 0 || q || status || after ? { q, status, statuses: STATUSES } : null,
      olderHref: tenants.length > PAGE_SIZE ? hrefOf(wanted, page[PAGE_SIZE - 1]) : null,
      newestHref: after ? hrefOf(wanted, null) : null,
    })
  }

  /** GET /tenants/new */
  async create(ctx: HttpContext) {
    await openResale(ctx)
    return showForm(ctx, NewTenantForm.blank(phrasesOf(ctx)))
  }

  /** POST /tenants */
  async store(ctx: HttpContext) {
    const resale = await openResale(ctx)
    const form = NewTenantForm.of(ctx.request.body(), phrasesOf(ctx))
    // the order is a row of the platform, which knows it again by this
    const orderKey = submissionOf(ctx).digest ?? undefined
    const tenant = await form.accept(({ owner, ...wanted }) =>
      resale.create({
        ...wanted,
        owner: { id: newId('usr'), ...owner, passwordHash: null },
        orderKey,
      })
    )
    if (!tenant) return showForm(ctx, form, 422)
    flash(ctx, 'success', form.phrases.t('tenants.is_being_created', { name: tenant.name }))
    ctx.response.redirect(`/tenants/${tenant.id}`, false, 303)
  }

  /** GET /tenants/:id */
  async show(ctx: HttpContext) {
    const list = await openList(ctx)
    const tenant = await findTenant(ctx)
    const phrases = phrasesOf(ctx)
    const { slug } = tenant
    const requests = await list.requests()
    const host =
      (await hostBelowBase({ slug, parentId: ctx.dashboard.tenant.id })) ?? platformHost(slug)
    return showPage(ctx, 'dashboard/tenants/show', {
      tenant: { ...tenantView(tenant, phrases), host },
      months: monthViews(tenant, await list.months(tenant), phrases),
      request: requests.find(({ tenantId }) => tenantId === tenant.id) ?? null,
      isOpen: ctx.profile.entitlements.may('resell') && !ctx.dashboard.tenant.isSuspended,
    })
  }
}

async function showForm(ctx: HttpContext, form: NewTenantForm, status = 200): Promise<void> {
  const offers = await ResaleOffers.of(ctx.dashboard.tenant.id)
  await showPage(
    ctx,
    'dashboard/tenants/create',
    {
      values: form.values,
      errors: form.errors,
      offers: offers
        .filter(({ isOffered }) => isOffered)
        .map((offer) => offerView(offer, form.phrases)),
    },
    status
  )
}
