export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

export type Matrix = [number, number, number, number, number, number]

/** ISO 32000-2, annex C: the sides that readers are known to show. */
const MIN_SIDE = 3
const MAX_SIDE = 14_400

/**
 * A page as a person sees it: the CropBox within the MediaBox, turned by /Rotate.
 *
 * `matrix` leads from what is seen (points, origin at the lower left, y upward) to the page's own
 * user space, so that whatever is drawn in the first stands upright in the second.
 */
export class PageBox {
  readonly width: number
  readonly height: number
  readonly matrix: Matrix

  constructor(
    readonly media: Rectangle,
    readonly crop: Rectangle,
    readonly rotation: 0 | 90 | 180 | 270
  ) {
    const box = intersection(media, crop) ?? media
    const sideways = rotation % 180 !== 0
    this.width = sideways ? box.height : box.width
    this.height = sideways ? box.width : box.height
    this.matrix = {
      0: [1, 0, 0, 1, box.x, box.y],
      90: [0, 1, -1, 0, box.x + box.width, box.y],
      180: [-1, 0, 0, -1, box.x + box.width, box.y + box.height],
      270: [0, -1, 1, 0, box.x, box.y + box.height],
    }[rotation] as Matrix
  }

  /** Only quarter turns exist; readers round the others, and so do we. */
  static quarterTurn(degrees: number): 0 | 90 | 180 | 270 {
    const turns = Number.isFinite(degrees) ? Math.round(degrees / 90) : 0
    return ((((turns % 4) + 4) % 4) * 90) as 0 | 90 | 180 | 270
  }

  /** A rectangle of the page's own space as it is seen, from the top left corner. */
  seen(place: Rectangle): Rectangle {
    const [a, b, c, d, e, f] = this.matrix
    const corners = [
      [place.x, place.y],
      [place.x + place.width, place.y + place.height],
    ].map(([x, y]) => [
      a * (x! - e) + b * (y! - f),
      this.height - (c * (x! - e) + d * (y! - f)),
    ]) as [[number, number], [number, number]]
    const [[ax, ay], [bx, by]] = corners
    return {
      x: Math.min(ax, bx),
      y: Math.min(ay, by),
      width: Math.abs(bx - ax),
      height: Math.abs(by - ay),
    }
  }

  get isPrintable() {
    const sides = [this.width, this.height]
    return sides.every((side) => side >= MIN_SIDE && side <= MAX_SIDE)
  }
}

/** Two opposite corners in any order, as /MediaBox and its kin give them. */
export function rectangleFromCorners(corners: number[]): Rectangle | null {
  if (corners.length !== 4 || !corners.every(Number.isFinite)) return null
  const [ax, ay, bx, by] = corners as [number, number, number, number]
  const box = {
    x: Math.min(ax, bx),
    y: Math.min(ay, by),
    width: Math.abs(bx - ax),
    height: Math.abs(by - ay),
  }
  return box.width > 0 && box.height > 0 ? box : null
}

/** Points that two may share: their edges come from different programs. */
const TOLERANCE_PT = 0.5

/** Whether one lies over the other, more than anyone can see. */
export function overlap(a: Rectangle, b: Rectangle): boolean {
  const common = intersection(a, b)
  return common !== null && Math.min(common.width, common.height) > TOLERANCE_PT
}

export function intersection(a: Rectangle, b: Rectangle): Rectangle | null {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}
