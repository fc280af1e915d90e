import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { isRefusal } from '#app/foundation/refusal'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { ResaleOffers } from '#app/tenants/resale/resale_offer'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { findTenant, openResale } from './resale_access.js'
import { offerView } from './offer_view.js'
import { tenantView } from './resale_views.js'

const MAX_NAME = 100

type Values = Pick<ResoldTenant, 'name' | 'plan'>
type Errors = Partial<Record<keyof Values | 'form', string>>

export default class EditsController {
  /** GET /tenants/:id/edit */
  async edit(ctx: HttpContext) {
    await openResale(ctx)
    const tenant = await findTenant(ctx)
    return showForm(ctx, tenant, tenant)
  }

  /** POST /tenants/:id: its name and its plan. */
  async update(ctx: HttpContext) {
    const resale = await openResale(ctx)
    const tenant = await findTenant(ctx)
    const phrases = phrasesOf(ctx)
    const { name, plan } = ctx.request.body()
    const values = { name: typedText(name), plan: typedText(plan) || tenant.plan }
    const fault = values.name
      ? faultOfLine(values.name, MAX_NAME, phrases)
      : phrases.t('common.nameless')
    if (fault) return showForm(ctx, tenant, values, { name: fault })
    try {
      await resale.change(tenant.id, values)
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      const place = error.path?.[0] === 'plan' ? 'plan' : 'form'
      return showForm(ctx, tenant, values, { [place]: refusalIn(phrases, error) })
    }
    flash(ctx, 'success', phrases.t('tenants.changed'))
    ctx.response.redirect(`/tenants/${tenant.id}`, false, 303)
  }
}

async function showForm(
  ctx: HttpContext,
  tenant: ResoldTenant,
  { name, plan }: Values,
  errors: Errors = {}
): Promise<void> {
  const phrases = phrasesOf(ctx)
  const offers = (await ResaleOffers.of(ctx.dashboard.tenant.id)).filter(
    (offer) => offer.isOffered || offer.plan === tenant.plan
  )
  const state = {
    tenant: tenantView(tenant, phrases),
    values: { name, plan },
    errors,
    offers: offers.map((offer) => offerView(offer, phrases)),
    isPlanSold: offers.some((offer) => offer.plan === tenant.plan),
  }
  await showPage(ctx, 'dashboard/tenants/edit', state, Object.keys(errors).length > 0 ? 422 : 200)
}
