import type { InputPath } from '#app/foundation/input_path'
import type { FieldInput } from './draft_input.js'
import type { PageSize } from '../files/page_size.js'
import FieldOffPage from '../errors/field_off_page.js'

/** Numbers from JSON are not exact; a field may stick out by less than anyone can see. */
const TOLERANCE_PT = 0.5

/** Percent become thousandths of a point, which nobody sees; otherwise 14.15 % of a page would be 84.18900000000001. */
const PARTS_OF_POINT = 1_000

export interface PlacedField {
  type: FieldInput['type']
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** Where a field lies, in points. @throws FieldOffPage with the page's size */
export function place(input: FieldInput, pages: readonly PageSize[], path: InputPath): PlacedField {
  const size = pages[input.page - 1]
  if (!size) throw new FieldOffPage([...path, 'page'], input.page, pages.length)
  const field = { type: input.type, page: input.page, ...pointsOf(input, size) }
  const isInside =
    field.x >= 0 &&
    field.y >= 0 &&
    field.x + field.width <= size.width + TOLERANCE_PT &&
    field.y + field.height <= size.height + TOLERANCE_PT
  if (!isInside) throw new FieldOffPage(path, input.page, size)
  return field
}

function pointsOf({ x, y, width, height, unit }: FieldInput, size: PageSize) {
  if (unit !== 'percent') return { x, y, width, height }
  const part = (percent: number, whole: number) =>
    Math.round((percent * whole * PARTS_OF_POINT) / 100) / PARTS_OF_POINT
  return {
    x: part(x, size.width),
    y: part(y, size.height),
    width: part(width, size.width),
    height: part(height, size.height),
  }
}
