import type { Drawing } from '../../pdf/drawing.js'
import { SIGNED } from '../palette.js'
import { checkMark } from '../stamp.js'

/** A disc with a check mark. */
export function drawSealEmblem(drawing: Drawing, x: number, y: number, radius: number) {
  drawing.circle(x, y, radius, SIGNED)
  const side = radius * 1.3
  const mark = checkMark({ x: x - side / 2, y: y - side / 2, width: side, height: side })
  drawing.strokePath(mark, [1, 1, 1], radius / 4.5)
}
