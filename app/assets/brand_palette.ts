import Color from '#app/foundation/color'
import { GROUNDS } from '#app/brand/page_grounds'

export { GROUNDS }

/** What pages are coloured with where nobody's brand is known; style sheets, which are everybody's, have it too. */
export const NEUTRAL_COLOR = '#3a4356'

const TEXT = 4.5
// A little more than the least for words in the brand's colour: they are small and often thin.
const WORDS = 5
const SHAPE = 3
// A button is told by its words, so its ground may stay near the brand; it must only not vanish.
const FILL = { light: 1.3, dark: 2.2 } as const
const WHITE = Color.of('#ffffff')
const BLACK = Color.of('#000000')

type Scheme = keyof typeof GROUNDS

/** A tenant's colours, grown into the variables that a page needs, readable in both schemes (WCAG 2.2 AA). */
export default class BrandPalette {
  private readonly color: Color
  private readonly linkColor: Color | null

  constructor(hex: string | null | undefined, linkHex?: string | null) {
    this.color = Color.parse(hex ?? '') ?? Color.of(NEUTRAL_COLOR)
    this.linkColor = Color.parse(linkHex ?? '')
  }

  /**
   * The text of a style element. A document's page is paper in either scheme, so that `.paper`
   * keeps the light values when the page around it is dark.
   */
  get css(): string {
    return (
      `:root,.paper{${this.declarations('light')}}` +
      `@media (prefers-color-scheme:dark){:root{${this.declarations('dark')}}}`
    )
  }

  variables(scheme: Scheme): Record<string, string> {
    const grounds = Object.values(GROUNDS[scheme]).map((hex) => Color.of(hex))
    const surface = Color.of(GROUNDS[scheme].surface)
    const fill = this.color.readableOn([surface], FILL[scheme])
    const soft = surface.mixedWith(fill, scheme === 'light' ? 0.1 : 0.22)
    const ink = inkOn(fill)
    const words = this.linkColor ?? fill
    return {
      '--brand': fill.hex,
      '--brand-ink': ink.hex,
      '--brand-hover': fill.lighter(ink === WHITE ? -0.05 : 0.05).hex,
      '--brand-shape': fill.readableOn([...grounds, soft], SHAPE).hex,
      '--brand-text': words.readableOn([...grounds, soft], this.linkColor ? TEXT : WORDS).hex,
      '--brand-soft': soft.hex,
      '--brand-line': surface.mixedWith(fill, scheme === 'light' ? 0.4 : 0.65).hex,
    }
  }

  private declarations(scheme: Scheme): string {
    return Object.entries(this.variables(scheme))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')
  }
}

/** White where it reads, black otherwise: one of the two always reaches 4.5. */
function inkOn(fill: Color): Color {
  return fill.contrast(WHITE) >= TEXT ? WHITE : BLACK
}
