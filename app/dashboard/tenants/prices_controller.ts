import type { HttpContext } from '@adonisjs/core/http'
import { SecurityTrail } from '#app/audit/security_trail'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { unit } from '#app/tenancy/current_tenant'
import { ResaleOffers, type ResaleOffer } from '#app/tenants/resale/resale_offer'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { amount, centsOf } from './money.js'
import { openResale } from './resale_access.js'
import { offerView } from './offer_view.js'

type Typed = ResaleOffer & { typed: string; error?: string }

export default class PricesController {
  /** GET /tenants/prices */
  async show(ctx: HttpContext) {
    await openResale(ctx)
    const phrases = phrasesOf(ctx)
    const offers = await ResaleOffers.of(ctx.dashboard.tenant.id)
    return showForm(
      ctx,
      offers.map((offer) => ({ ...offer, typed: amount(offer.chosenCents, phrases) }))
    )
  }

  /** POST /tenants/prices: all of them, or none. */
  async update(ctx: HttpContext) {
    await openResale(ctx)
    const resellerId = ctx.dashboard.tenant.id
    const offers = (await ResaleOffers.of(resellerId)).map((offer) => typedOffer(ctx, offer))
    if (offers.some(({ error }) => error)) return showForm(ctx, offers, 422)
    await ResaleOffers.charge(resellerId, offers)
    await unit(() =>
      SecurityTrail.append({
        action: 'prices.changed',
        actor: ctx.dashboard.actor(ctx),
        details: priced(offers),
      })
    )
    flash(ctx, 'success', phrasesOf(ctx).t('tenants.prices_saved'))
    ctx.response.redirect('/tenants/prices', false, 303)
  }
}

function typedOffer(ctx: HttpContext, offer: ResaleOffer): Typed {
  const { price, offered } = ctx.request.body()
  const typed = typedText(price?.[offer.plan])
  const priceCents = typed === '' ? null : centsOf(typed)
  const isOffered = offered?.[offer.plan] === 'yes'
  if (priceCents === undefined)
    return { ...offer, isOffered, typed, error: phrasesOf(ctx).t('tenants.no_amount') }
  return { ...offer, isOffered, typed, priceCents }
}

function priced(offers: readonly ResaleOffer[]): Record<string, unknown> {
  return Object.fromEntries(
    offers.map(({ plan, priceCents, isOffered }) => [plan, isOffered ? priceCents : 'not offered'])
  )
}

function showForm(ctx: HttpContext, offers: readonly Typed[], status = 200): Promise<void> {
  const phrases = phrasesOf(ctx)
  const shown = offers.map((offer) => ({
    ...offerView(offer, phrases),
    ...offer,
    list: amount(offer.listCents, phrases),
  }))
  return showPage(ctx, 'dashboard/tenants/prices', { offers: shown }, status)
}
