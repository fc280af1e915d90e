import type { InputPath } from '#app/foundation/input_path'
import type { FieldOptions } from '../field_kinds/field_options.js'
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
  options: FieldOptions | null
}

/** Whether a stored field has its place on these pages, too. */
export function fitsOn(
  field: Omit<PlacedField, 'type' | 'options'>,
  pages: readonly PageSize[]
): boolean {
  const size = pages[field.page - 1]
  return size !== undefined && isInside(field, size)
}

/** Where a field lies, in points. @throws FieldOffPage with the page's size */
export function place(input: FieldInput, pages: readonly PageSize[], path: InputPath): PlacedField {
  const size = pages[input.page - 1]
  if (!size) throw new FieldOffPage([...path, 'page'], input.page, pages.length)
  const { type, page } = input
  const field = { type, page, ...pointsOf(input, size), options: keptOptions(input.options) }
  if (!isInside(field, size)) throw new FieldOffPage(path, input.page, size)
  return field
}

type Box = Pick<PlacedField, 'x' | 'y' | 'width' | 'height'>

function isInside({ x, y, width, height }: Box, size: PageSize): boolean {
  return (
    x >= 0 &&
    y >= 0 &&
    x + width <= size.width + TOLERANCE_PT &&
    y + height <= size.height + TOLERANCE_PT
  )
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

/** Null for none, so that a field about which nothing is said is as it always was. */
function keptOptions(options: FieldOptions = {}): FieldOptions | null {
  const said = Object.entries(options).filter(([, value]) => value !== undefined)
  return said.length > 0 ? Object.fromEntries(said) : null
}
