import type { ResaleOffer } from '#app/tenants/resale/resale_offer'
import { amount, money } from './money.js'

export function offerView(offer: ResaleOffer) {
  const { priceCents, wholesaleCents, currency } = offer
  return {
    ...offer,
    amount: amount(priceCents),
    price: money(priceCents, currency),
    wholesale: money(wholesaleCents, currency),
    margin:
      priceCents === null || wholesaleCents === null
        ? null
        : money(priceCents - wholesaleCents, currency),
  }
}
