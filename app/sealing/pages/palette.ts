import type { Ink } from '../pdf/drawing.js'

export const INK: Ink = [0.08, 0.09, 0.12]
export const MUTED: Ink = [0.37, 0.4, 0.46]
export const HAIRLINE: Ink = [0.87, 0.885, 0.91]
export const PANEL: Ink = [0.972, 0.976, 0.984]
/** Signed and sealed: no brand changes what these look like. */
export const SIGNED: Ink = [0.043, 0.42, 0.259]
export const TEST_RED: Ink = [0.78, 0.11, 0.13]

const NEUTRAL: Ink = [0.2, 0.24, 0.33]
/** WCAG 2.2, 1.4.11: what carries meaning stands out from white by 3:1. */
const MIN_CONTRAST = 3

/** The tenant's colour, darkened until it can be seen on white paper. */
export function brandInk(color: string): Ink {
  const digits = /^#?([0-9a-f]{6})$/i.exec(color)?.[1]
  if (!digits) return NEUTRAL
  let ink = [0, 2, 4].map(
    (at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255
  ) as unknown as Ink
  while (contrastWithWhite(ink) < MIN_CONTRAST) {
    ink = ink.map((part) => part * 0.92) as unknown as Ink
  }
  return ink
}

function contrastWithWhite(ink: Ink) {
  const [red, green, blue] = ink.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  ) as [number, number, number]
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
