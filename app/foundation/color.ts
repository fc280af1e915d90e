/** One colour as linear-light red, green and blue, each 0 to 1. */
type Light = readonly [number, number, number]

/** OKLab: lightness, and two axes of hue; equal steps look equal, so a hue survives lightening. */
type Lab = readonly [number, number, number]

const HEX = /^#[0-9a-f]{6}$/

/** A colour as `#rrggbb`, with what WCAG 2.2 asks about it. */
export default class Color {
  private constructor(readonly hex: string) {}

  /** @returns null unless the text is `#rgb` or `#rrggbb` */
  static parse(text: string): Color | null {
    const lower = text.trim().toLowerCase()
    const hex = /^#[0-9a-f]{3}$/.test(lower) ? lower.replace(/[0-9a-f]/g, '$&$&') : lower
    return HEX.test(hex) ? new Color(hex) : null
  }

  static of(hex: string): Color {
    const color = Color.parse(hex)
    if (!color) throw new TypeError(`Not a colour: ${hex}`)
    return color
  }

  /** Relative luminance, WCAG 2.2. */
  get luminance(): number {
    const [red, green, blue] = this.light()
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  /** Contrast ratio, 1 to 21. */
  contrast(other: Color): number {
    const [dark, light] = [this.luminance, other.luminance].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }

  /** The same hue, moved towards white or black in small steps until it reads on every ground. */
  readableOn(grounds: Color[], ratio: number): Color {
    const step = grounds[0].luminance > 0.18 ? -0.01 : 0.01
    let color: Color = this
    for (let steps = 1; steps <= 100; steps++) {
      if (grounds.every((ground) => color.contrast(ground) >= ratio)) return color
      color = this.lighter(steps * step) // from the start: near black one step alone is rounded away
    }
    return color
  }

  lighter(amount: number): Color {
    const [lightness, a, b] = toLab(this.light())
    const next = Math.min(1, Math.max(0, lightness + amount))
    return Color.fromLight(toLight([next, a, b]))
  }

  /** Mixes as the eye sees it; `share` is how much of the other colour comes in, 0 to 1. */
  mixedWith(other: Color, share: number): Color {
    const mine = toLab(this.light())
    const theirs = toLab(other.light())
    const mix = (axis: 0 | 1 | 2) => mine[axis] * (1 - share) + theirs[axis] * share
    return Color.fromLight(toLight([mix(0), mix(1), mix(2)]))
  }

  toString() {
    return this.hex
  }

  private static fromLight(light: Light): Color {
    const channels = light.map((value) => Math.round(255 * encode(Math.min(1, Math.max(0, value)))))
    return new Color(`#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`)
  }

  private light(): Light {
    const channel = (at: number) => decode(Number.parseInt(this.hex.slice(at, at + 2), 16) / 255)
    return [channel(1), channel(3), channel(5)]
  }
}

/** sRGB transfer function, IEC 61966-2-1. */
const decode = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const encode = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

/** The matrices of OKLab, CSS Color 4, §18. */
function toLab([red, green, blue]: Light): Lab {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function toLight([lightness, a, b]: Lab): Light {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
