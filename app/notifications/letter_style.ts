import { LRUCache } from 'lru-cache'
import { mailPalette, type Palette } from './mail_palette.js'

const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`
const WRAP = 'overflow-wrap:anywhere;word-break:break-word'

/** What changes colour in the dark: class → properties, in the palette's names. */
const COLOURED = {
  canvas: { 'background-color': 'canvas' },
  card: { 'background-color': 'surface', 'border-color': 'line' },
  panel: { 'background-color': 'sunken' },
  rule: { 'border-color': 'line' },
  ink: { color: 'ink' },
  soft: { color: 'soft' },
  faint: { color: 'faint' },
  brand: { 'background-color': 'brand', 'color': 'brandInk' },
  button: { 'background-color': 'brand', 'border-color': 'brandEdge', 'color': 'brandInk' },
  test: { 'background-color': 'warningSoft', 'color': 'warning' },
} as const satisfies Record<string, Record<string, keyof Palette>>

const SHAPED = {
  canvas: 'margin:0;padding:0',
  brand: `width:36px;height:36px;border-radius:10px;text-align:center;line-height:36px;font-weight:700;font-size:18px;${FONT}`,
  name: `padding-left:12px;font-weight:650;font-size:17px;line-height:24px;${FONT};${WRAP}`,
  card: 'border-width:1px;border-style:solid;border-radius:16px',
  test: `padding:10px 32px;border-radius:15px 15px 0 0;font-size:13px;line-height:20px;${FONT}`,
  title: `margin:0;font-weight:650;font-size:24px;line-height:31px;letter-spacing:-0.02em;${FONT};${WRAP}`,
  paragraph: `margin:0;font-size:16px;line-height:25px;${FONT};${WRAP}`,
  panel: 'border-radius:12px',
  document: `font-weight:650;font-size:17px;line-height:25px;${FONT};${WRAP}`,
  fact: `padding-top:6px;font-size:14px;line-height:21px;vertical-align:top;${FONT};${WRAP}`,
  quote: `border-left-width:3px;border-left-style:solid;padding:2px 0 2px 16px;font-size:16px;line-height:25px;${FONT};${WRAP}`,
  button: `display:block;border-width:1px;border-style:solid;border-radius:10px;padding:14px 28px;font-weight:650;font-size:16px;line-height:22px;text-align:center;text-decoration:none;${FONT}`,
  small: `margin:0;font-size:13px;line-height:20px;${FONT};${WRAP}`,
} as const

type Coloured = keyof typeof COLOURED
type Shaped = keyof typeof SHAPED

const known = new LRUCache<string, LetterStyle>({ max: 500 })

/** Mail programs keep inline styles and drop the rest: these are for the light, the sheet for the dark where it is read. */
export class LetterStyle {
  readonly ground: string
  readonly button: string
  /** Contains no character that HTML would need escaped. */
  readonly dark: string
  #light: Record<Coloured, string>

  private constructor(brandColor: string) {
    const light = mailPalette(brandColor, 'light')
    this.ground = light.canvas
    this.button = light.brand
    this.#light = declarations(light)
    const dark = Object.entries(declarations(mailPalette(brandColor, 'dark'), ' !important'))
    this.dark = dark.map(([name, colours]) => `.${name}{${colours}}`).join('')
  }

  static for(brandColor: string): LetterStyle {
    const style = known.get(brandColor) ?? new LetterStyle(brandColor)
    known.set(brandColor, style)
    return style
  }

  /** The style of one element, and its colours where they have another name than its shape. */
  of(shape: Shaped | null, coloured: Coloured = shape as Coloured): string {
    return shape ? `${SHAPED[shape]};${this.#light[coloured]}` : this.#light[coloured]
  }
}

function declarations(palette: Palette, rank = ''): Record<Coloured, string> {
  const declared = Object.entries(COLOURED).map(([name, colours]) => {
    const pairs = Object.entries(colours) as [string, keyof Palette][]
    const list = pairs.map(([property, colour]) => `${property}:${palette[colour]}${rank}`)
    return [name, list.join(';')]
  })
  return Object.fromEntries(declared)
}
