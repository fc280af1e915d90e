import BrandPalette from './brand_palette.js'

/** The first letter of a brand on its colour, as a `data:` address: the tab's icon of a tenant without one. */
export default function brandIcon(brand: { name: string; color?: string | null }): string {
  const { '--brand': ground, '--brand-ink': ink } = new BrandPalette(brand.color).variables('light')
  const letter = ([...brand.name][0] ?? '·').replace(/[<>&"']/g, '·')
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="9" fill="${ground}"/>` +
    `<text x="16" y="22.5" font-family="sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="${ink}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
