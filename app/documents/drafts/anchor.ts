import type { TextPlace } from '#app/sealing/intake/intake'
import { FIELD_KINDS } from '../field_kinds/index.js'
import type { PageSize } from '../files/page_size.js'
import type { FieldInput } from './draft_input.js'

/** Where a field stands to the text that it is anchored to, as the page is seen. */
export const ANCHOR_POSITIONS = ['right', 'left', 'above', 'below', 'over'] as const

export type AnchorPosition = (typeof ANCHOR_POSITIONS)[number]

export const ANCHOR_LIMITS = { text: 100, occurrence: 1_000 } as const

/** A text of the document that a field stands at, in place of page and coordinates. */
export interface Anchor {
  text: string
  /** From 1; the first, unless given. */
  occurrence?: number | 'all'
  /** The only page on which it is looked for. */
  page?: number
  ignoreCase?: boolean
  /** To the right of the text, unless given. */
  position?: AnchorPosition
  /** In the unit of the field, to the right and downward. */
  offsetX?: number
  offsetY?: number
}

type Box = 'page' | 'x' | 'y' | 'width' | 'height'

/** A field as a caller describes it: by its place, or by an anchor and perhaps a size. */
export type WantedField = Omit<FieldInput, Box> &
  Partial<Pick<FieldInput, Box>> & { anchor?: Anchor }

export type AnchoredField = WantedField & { anchor: Anchor }

const TENTHS = 10

/** Where a field lies that is anchored to a text which stands there; as large as its kind usually is, where nothing else is said. */
export function anchoredBox(
  { type, unit, width, height, anchor }: AnchoredField,
  text: TextPlace,
  page: PageSize
): Pick<FieldInput, Box> {
  const inPoints = (length: number, side: number) =>
    unit === 'percent' ? (length * side) / 100 : length
  const usual = FIELD_KINDS[type].place
  const size = {
    width: width === undefined ? Math.min(usual.width, page.width) : inPoints(width, page.width),
    height:
      height === undefined ? Math.min(usual.height, page.height) : inPoints(height, page.height),
  }
  const corner = cornerOf(anchor.position ?? 'right', text, size)
  return {
    page: text.page,
    x: rounded(corner.x + inPoints(anchor.offsetX ?? 0, page.width)),
    y: rounded(corner.y + inPoints(anchor.offsetY ?? 0, page.height)),
    ...size,
  }
}

/** The upper left corner. Beside a text or over it a field is centred on its line; above and below it begins where the text does. */
function cornerOf(position: AnchorPosition, text: TextPlace, { width, height }: PageSize) {
  const centred = text.y + text.height / 2 - height / 2
  if (position === 'left') return { x: text.x - width, y: centred }
  if (position === 'above') return { x: text.x, y: text.y - height }
  if (position === 'below') return { x: text.x, y: text.y + text.height }
  return { x: position === 'right' ? text.x + text.width : text.x, y: centred }
}

/** Never minus zero, which is no coordinate. */
function rounded(points: number): number {
  return Math.round(points * TENTHS) / TENTHS + 0
}
