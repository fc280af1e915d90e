import { LRUCache } from 'lru-cache'
import { FACES, type Face } from '#app/brand/brand_faces'
import type { Radius } from '#app/brand/brand_values'
import type { Direction } from '#app/foundation/phrases/languages'
import { mailPalette, type Palette } from './mail_palette.js'

/** Mail programs load no fonts: a brand's face shows where a reader happens to have it. */
const FALLBACK = {
  sans: `system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`,
  serif: `Georgia,'Times New Roman',serif`,
}
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
  logo: {},
} as const satisfies Record<string, Record<string, keyof Palette>>

/** Corners of the mark, of buttons, of panels and of the card, in pixels. */
const CORNERS: Record<Radius, readonly [number, number, number, number]> = {
  none: [0, 0, 0, 0],
  small: [5, 5, 6, 8],
  medium: [10, 10, 12, 16],
  large: [14, 16, 16, 24],
}

/** Mail programs know left and right alone. */
const SIDES = { ltr: ['left', 'right'], rtl: ['right', 'left'] } as const

function shapes(
  face: string,
  [mark, button, panel, card]: (typeof CORNERS)[Radius],
  direction: Direction
) {
  const inner = Math.max(card - 1, 0)
  const [start] = SIDES[direction]
  // joined letters stand as their font sets them
  const tight = direction === 'ltr' ? 'letter-spacing:-0.02em;' : ''
  return {
    canvas: 'margin:0;padding:0',
    brand: `width:36px;height:36px;border-radius:${mark}px;text-align:center;line-height:36px;font-weight:700;font-size:18px;${face}`,
    name: `padding-${start}:12px;font-weight:650;font-size:17px;line-height:24px;${face};${WRAP}`,
    card: `border-width:1px;border-style:solid;border-radius:${card}px`,
    test: `padding:10px 32px;border-radius:${inner}px ${inner}px 0 0;font-size:13px;line-height:20px;${face}`,
    title: `margin:0;font-weight:650;font-size:24px;line-height:31px;${tight}${face};${WRAP}`,
    paragraph: `margin:0;font-size:16px;line-height:25px;${face};${WRAP}`,
    panel: `border-radius:${panel}px`,
    document: `font-weight:650;font-size:17px;line-height:25px;${face};${WRAP}`,
    fact: `padding-top:6px;font-size:14px;line-height:21px;vertical-align:top;${face};${WRAP}`,
    quote: `border-${start}-width:3px;border-${start}-style:solid;padding:2px 0;padding-${start}:16px;font-size:16px;line-height:25px;${face};${WRAP}`,
    button: `display:block;border-width:1px;border-style:solid;border-radius:${button}px;padding:14px 28px;font-weight:650;font-size:16px;line-height:22px;text-align:center;text-decoration:none;${face}`,
    frame: `border-radius:${button}px`,
    // logos are made for white paper, and the page around may be dark
    logo: `padding:4px 6px;border-radius:${Math.min(mark, 8)}px`,
    small: `margin:0;font-size:13px;line-height:20px;${face};${WRAP}`,
  }
}

type Coloured = keyof typeof COLOURED
type Shaped = keyof ReturnType<typeof shapes>

/** What of a brand a mail is coloured and shaped by. */
export interface MailBrand {
  color: string
  radius?: Radius | null
  font?: Face | null
}

const known = new LRUCache<string, MailStyle>({ max: 500 })

/** Mail programs keep inline styles and drop the rest: these are for the light, the sheet for the dark where it is read. */
export class MailStyle {
  readonly ground: string
  readonly button: string
  /** Left or right: where lines begin and where they end. */
  readonly start: string
  readonly end: string
  /** Contains no character that HTML would need escaped. */
  readonly dark: string
  #light: Record<Coloured, string>
  #shapes: Record<Shaped, string>

  private constructor({ color, radius, font }: MailBrand, direction: Direction) {
    this.#shapes = shapes(faceOf(font), CORNERS[radius ?? 'medium'], direction)
    const [start, end] = SIDES[direction]
    this.start = start
    this.end = end
    const light = mailPalette(color, 'light')
    this.ground = light.canvas
    this.button = light.brand
    this.#light = declarations(light)
    const dark = Object.entries(declarations(mailPalette(color, 'dark'), ' !important'))
    this.dark = dark.map(([name, colours]) => `.${name}{${colours}}`).join('')
  }

  static for(brand: MailBrand, direction: Direction): MailStyle {
    const key = [brand.color, brand.radius, brand.font, direction].join(' ')
    const style = known.get(key) ?? new MailStyle(brand, direction)
    known.set(key, style)
    return style
  }

  /** The style of one element, and its colours where they have another name than its shape. */
  of(shape: Shaped | null, coloured: Coloured = shape as Coloured): string {
    if (!shape) return this.#light[coloured]
    const colours = this.#light[coloured]
    return colours ? `${this.#shapes[shape]};${colours}` : this.#shapes[shape]
  }
}

function faceOf(font: Face | null | undefined): string {
  const face = FACES[font ?? 'noto-sans'] ?? FACES['noto-sans']
  const own = face.package ? `'${face.family.replace(/ Variable$/, '')}',` : ''
  return `font-family:${own}${FALLBACK[face.kind]}`
}

function declarations(palette: Palette, rank = ''): Record<Coloured, string> {
  const declared = Object.entries(COLOURED).map(([name, colours]) => {
    const pairs = Object.entries(colours) as [string, keyof Palette][]
    const list = pairs.map(([property, colour]) => `${property}:${palette[colour]}${rank}`)
    return [name, list.join(';')]
  })
  return Object.fromEntries(declared)
}
