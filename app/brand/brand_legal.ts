import type { BrandValues } from './brand_values.js'

export interface LegalLink {
  /** As the phrases call it. */
  name: 'imprint' | 'privacy' | 'terms'
  url: string
}

/** What the law wants to be found below pages and mails. */
export function legalLinks(brand: Partial<BrandValues>): LegalLink[] {
  const links = [
    ['imprint', brand.imprintUrl],
    ['privacy', brand.privacyUrl],
    ['terms', brand.termsUrl],
  ] as const
  return links.flatMap(([name, url]) => (url ? [{ name, url }] : []))
}
