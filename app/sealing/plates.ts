import SealImpossible from './errors/seal_impossible.js'
import type { FieldPlace, Placement, SealOrder } from './seal_order.js'

/** A mark that was stamped and cannot be told from its ground, or hardly. */
export interface UnclearMark extends FieldPlace {
  /** Nothing of it shows; otherwise it shows, and most of its ground is dark. */
  isHidden: boolean
}

/**
 * The same order with a light plate under the marks that need one. A picture that shows on dark ground is left alone: it may be light
 * itself.
 *
 * @returns null when no further mark gets a plate
 * @throws E_SEAL_IMPOSSIBLE for a hidden mark that has a plate already
 */
export function withPlates(order: SealOrder, unclear: UnclearMark[]): SealOrder | null {
  const hopeless = unclear.find(
    (mark) =>
      mark.isHidden && !order.placements.some((one) => !one.hasPlate && isSamePlace(mark, one))
  )
  if (hopeless) throw SealImpossible.hiding(hopeless)
  const needsPlate = (placement: Placement) =>
    !placement.hasPlate &&
    unclear.some((mark) => isSamePlace(mark, placement) && (mark.isHidden || !isPicture(placement)))
  if (!order.placements.some(needsPlate)) return null
  const placements = order.placements.map((placement) =>
    needsPlate(placement) ? { ...placement, hasPlate: true } : placement
  )
  return { ...order, placements }
}

function isPicture({ value }: Placement): boolean {
  return typeof value === 'object' && value.kind === 'uploaded'
}

function isSamePlace(a: FieldPlace, b: FieldPlace): boolean {
  return (['page', 'x', 'y', 'width', 'height'] as const).every((key) => a[key] === b[key])
}
