import type { FieldInput } from './draft_input.js'
import type { PageSize } from '../page_size.js'
import FieldOffPage from '../errors/field_off_page.js'

/** Numbers from JSON are not exact; a field may stick out by less than anyone can see. */
const TOLERANCE_PT = 0.5

export interface PlacedField {
  type: FieldInput['type']
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** Where a field lies, in points. @throws E_FIELD_OFF_PAGE with the page's size */
export function place(input: FieldInput, pages: readonly PageSize[], param: string): PlacedField {
  const size = pages[input.page - 1]
  if (!size) throw new FieldOffPage(`${param}.page`, input.page, pages.length)
  const scale =
    input.unit === 'percent' ? { x: size.width / 100, y: size.height / 100 } : { x: 1, y: 1 }
  const field = {
    type: input.type,
    page: input.page,
    x: input.x * scale.x,
    y: input.y * scale.y,
    width: input.width * scale.x,
    height: input.height * scale.y,
  }
  const isInside =
    field.x >= 0 &&
    field.y >= 0 &&
    field.x + field.width <= size.width + TOLERANCE_PT &&
    field.y + field.height <= size.height + TOLERANCE_PT
  if (!isInside) throw new FieldOffPage(param, input.page, size)
  return field
}
