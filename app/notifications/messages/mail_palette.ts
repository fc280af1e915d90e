import Color from '#app/foundation/color'
import { PLATFORM_COLOR } from '#app/brand/brand_values'

/** Greys of the pages, as `resources/css/tokens.css` has them. Every pair of words and ground reaches WCAG 2.2 AA. */
const GREYS = {
  light: {
    canvas: '#f7f8fa',
    surface: '#ffffff',
    sunken: '#eff1f5',
    line: '#e2e5eb',
    ink: '#12151c',
    soft: '#454c5a',
    faint: '#5f6675',
    warning: '#7d4b00',
    warningSoft: '#fdf0d5',
  },
  dark: {
    canvas: '#0e1014',
    surface: '#161920',
    sunken: '#1e222a',
    line: '#2a2f39',
    ink: '#eef0f4',
    soft: '#b9bfca',
    faint: '#949cab',
    warning: '#f1bb5f',
    warningSoft: '#2f2411',
  },
} as const

const WHITE = Color.of('#ffffff')
const BLACK = Color.of('#000000')
const WORDS = 4.5
/** A button is told by its words, so it may stay near the brand's colour; it must only not vanish. */
const FILL = { light: 1.3, dark: 2.2 } as const
/** What shows where a pale button ends (WCAG 2.2, 1.4.11). */
const EDGE = 3

export type Scheme = keyof typeof GREYS
export type Palette = (typeof GREYS)[Scheme] & {
  brand: string
  brandEdge: string
  brandInk: string
}

/** The colours of a mail, with the tenant's one colour made visible in either scheme. */
export function mailPalette(brandColor: string, scheme: Scheme): Palette {
  const greys = GREYS[scheme]
  const brand = Color.parse(brandColor) ?? Color.of(PLATFORM_COLOR)
  const surface = [Color.of(greys.surface)]
  const fill = brand.readableOn(surface, FILL[scheme])
  const edge = fill.readableOn(surface, EDGE)
  return { ...greys, brand: fill.hex, brandEdge: edge.hex, brandInk: inkOn(fill).hex }
}

/** White where it reads, black otherwise: one of the two always reaches 4.5. */
function inkOn(fill: Color): Color {
  return fill.contrast(WHITE) >= WORDS ? WHITE : BLACK
}
