import { DATE_FORMATS, NUMBER_FORMATS } from '#app/documents/field_kinds/field_options'
import { FIELD_KINDS, FIELD_TYPES } from '#app/documents/field_kinds/index'
import { PATTERNS } from '#app/documents/field_kinds/patterns'

/** What the inspector of a field offers: which options each kind takes, as JSON, and the choices of those that have some. */
export const FIELD_OPTION_CHOICES = {
  taken: JSON.stringify(
    Object.fromEntries(FIELD_TYPES.map((type) => [type, FIELD_KINDS[type].options]))
  ),
  patterns: Object.entries(PATTERNS).map(([value, { example }]) => ({ value, example })),
  formats: [
    ...DATE_FORMATS.map((value) => ({ value, type: 'date' })),
    ...NUMBER_FORMATS.map((value) => ({ value, type: 'number' })),
  ],
}
