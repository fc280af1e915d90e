import type { Face } from '#app/brand/brand_faces'
import { legalLinks, type LegalLink } from '#app/brand/brand_legal'
import type { BrandValues, Radius } from '#app/brand/brand_values'

/** A brand as a page shows it. */
export interface PageTheme {
  name: string
  color: string | null
  linkColor: string | null
  radius: Radius | null
  font: Face | null
  logoUrl: string | null
  /** The logo says whose pages these are. */
  isLogoEnough: boolean
  iconUrl: string | null
  supportEmail: string | null
  legal: LegalLink[]
}

type PartialBrand = Partial<BrandValues> & { name: string; isLogoInherited?: boolean }

/** Also of a brand of which only a part is known. */
export function pageTheme(brand: PartialBrand): PageTheme {
  return {
    name: brand.name,
    color: brand.color ?? null,
    linkColor: brand.linkColor ?? null,
    radius: brand.radius ?? null,
    font: brand.font ?? null,
    logoUrl: pictureUrl(brand.logo),
    isLogoEnough: !brand.isLogoInherited,
    iconUrl: pictureUrl(brand.icon),
    supportEmail: brand.supportEmail ?? null,
    legal: legalLinks(brand),
  }
}

/** On whatever host the page is: pictures are the tenant's, not a host's. */
export function pictureUrl(sha256: string | null | undefined): string | null {
  return sha256 ? `/brand/${sha256}.png` : null
}
