import type { SignatureImage } from '#app/sealing/seal_order'
import type { SignatureInput } from './signature.js'
import SignatureRefused from '../errors/signature_refused.js'

type DrawnInput = Extract<SignatureInput, { kind: 'drawn' }>

const MAX_POINTS = 10_000
/** In pixels of the pad: less is a dot or a slip of the finger. */
const MIN_EXTENT = 10
/** Of the pad's longer side: ink is enlarged with its pad, and less of it would hardly show in print. */
const MIN_SHARE = 0.05

/** The strokes, all of them on the pad. @throws SignatureRefused */
export function inkOf({ strokes, width, height }: DrawnInput): SignatureImage {
  const points = strokes.flat()
  const isOnPad = points.every(({ x, y }) => x >= 0 && x <= width && y >= 0 && y <= height)
  const needed = Math.max(MIN_EXTENT, MIN_SHARE * Math.max(width, height))
  if (points.length > MAX_POINTS || !isOnPad || extentOf(strokes) < needed)
    throw new SignatureRefused('not_drawn', 'Draw your signature in the box')
  return { kind: 'drawn', strokes, width, height }
}

/** The longer side of all ink together; 0 where there is none. */
function extentOf(strokes: DrawnInput['strokes']): number {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  for (const { x, y } of strokes.flat()) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return Math.max(0, box.right - box.left, box.bottom - box.top)
}
