import { LRUCache } from 'lru-cache'
import { FACES, type Face } from '#app/brand/brand_faces'
import type { Radius } from '#app/brand/brand_values'
import BrandPalette from './brand_palette.js'

/** What of a brand a page is coloured and shaped by. */
export interface BrandShape {
  color?: string | null
  linkColor?: string | null
  radius?: Radius | null
  font?: Face | null
}

/** Small, middle and large corners, in pixels; the middle row is what `tokens.css` has anyway. */
const CORNERS: Record<Radius, readonly [number, number, number] | null> = {
  none: [0, 0, 0],
  small: [3, 5, 8],
  medium: null,
  large: [9, 16, 24],
}

const styles = new LRUCache<string, string>({ max: 2000 })

/** The text of the one style element of a page: variables alone, made from checked values. */
export default function brandCss({ color, linkColor, radius, font }: BrandShape): string {
  const key = [color, linkColor, radius, font].join(' ')
  const known = styles.get(key)
  if (known) return known

  const css = new BrandPalette(color, linkColor).css + shapes(radius, font)
  styles.set(key, css)
  return css
}

/** The style sheet of a brand's typeface among our assets; null for the one that pages have anyway. */
export function faceSheet(font: Face | null | undefined): string | null {
  const name = font ? FACES[font]?.package : null
  return name ? `npm/${name}/index.css` : null
}

function shapes(radius?: Radius | null, font?: Face | null): string {
  const corners = radius ? CORNERS[radius] : null
  const declarations = corners
    ? ['s', 'm', 'l'].map((size, index) => `--radius-${size}:${corners[index]}px`)
    : []
  const face = font ? FACES[font] : null
  if (face?.package)
    declarations.push(`--font:'${face.family}','Noto Sans',system-ui,${generic(face.kind)}`)
  return declarations.length > 0 ? `:root{${declarations.join(';')}}` : ''
}

function generic(kind: 'sans' | 'serif'): string {
  return kind === 'serif' ? 'serif' : 'sans-serif'
}
