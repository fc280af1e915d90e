import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { ResaleOffer } from '#app/tenants/resale/resale_offer'
import { money } from './money.js'

export function offerView(offer: ResaleOffer, phrases: DashboardPhrasebook) {
  const { priceCents, wholesaleCents, currency } = offer
  return {
    ...offer,
    price: money(priceCents, currency, phrases),
    wholesale: money(wholesaleCents, currency, phrases),
    margin:
      priceCents === null || wholesaleCents === null
        ? null
        : money(priceCents - wholesaleCents, currency, phrases),
  }
}
