import type { BrandValues } from './brand_values.js'

export interface LegalLink {
  label: string
  url: string
}

/** What the law wants to be found below pages and mails. */
export function legalLinks(brand: Partial<BrandValues>): LegalLink[] {
  const links = [
    ['Imprint', brand.imprintUrl],
    ['Privacy', brand.privacyUrl],
    ['Terms', brand.termsUrl],
  ] as const
  return links.flatMap(([label, url]) => (url ? [{ label, url }] : []))
}
