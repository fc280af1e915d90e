import type { Ink } from '../../pdf/drawing.js'

/** Of 1, in each of red, green and blue: what programs round, or take from other inks. */
const ALIKE = 0.15
/** Of 1: less is not read by everybody. */
const LEAST_CONTRAST = 0.25

export const BLACK: Ink = [0, 0, 0]
const WHITE: Ink = [1, 1, 1]

/** Null for none. */
export function isSameInk(one: Ink | null, other: Ink | null): boolean {
  if (!one || !other) return one === other
  return one.every((part, index) => Math.abs(part - other[index]!) <= ALIKE)
}

/** @param ground  null for the paper */
export function isLegible(ink: Ink, ground: Ink | null): boolean {
  return Math.abs(lightness(ink) - lightness(ground ?? WHITE)) >= LEAST_CONTRAST
}

function lightness(ink: Ink): number {
  const [red, green, blue] = ink.map((part) => Math.min(1, Math.max(0, part))) as [
    number,
    number,
    number,
  ]
  return 0.3 * red + 0.59 * green + 0.11 * blue
}
