import type { Step } from '#app/documents/field_kinds/field_kind'
import type { FieldType } from '#app/documents/field_kinds/index'
import type { PageSize } from '#app/documents/files/page_size'
import type { LabelledField } from './labelled_fields.js'

/** A page of the document with the signer's fields on it. */
export interface PageView extends PageSize {
  number: number
  fields: PlacedField[]
}

/** In percent of the page, so that it stays in place at every size; `points` is its height in print. */
interface PlacedField extends Rectangle, Pick<Step, 'widget' | 'icon'> {
  id: string
  type: FieldType
  label: string
  points: number
  /** The step that it belongs to. */
  step: string
}

interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

export function pageViews(
  pages: readonly PageSize[],
  fields: readonly LabelledField[]
): PageView[] {
  const byPage = Map.groupBy(fields, ({ page }) => page)
  return pages.map(({ width, height }, index) => {
    const number = index + 1
    const own = byPage.get(number) ?? []
    return { number, width, height, fields: own.map((field) => placed(field, { width, height })) }
  })
}

function placed(
  { id, type, label, widget, icon, lead, options, ...field }: LabelledField,
  page: PageSize
): PlacedField {
  return {
    id,
    type,
    label: options?.choice ? `${label}: ${options.choice}` : label,
    step: lead,
    widget,
    icon,
    x: percent(field.x, page.width),
    y: percent(field.y, page.height),
    width: percent(field.width, page.width),
    height: percent(field.height, page.height),
    points: Math.round(field.height),
  }
}

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000_000) / 10_000
}
