import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
import { ANCHOR_LIMITS, ANCHOR_POSITIONS } from '#app/documents/drafts/anchor'
import { fieldOptions } from '#app/documents/field_kinds/options_form'
import { FIELD_TYPES } from '#app/documents/field_kinds/index'
import { boolean, integer, line, number } from './rules.js'

const SMALLEST_SIDE = 0.1

const COORDINATES = ['page', 'x', 'y'] as const

/** Two places would be one too many. */
const standsAlone = vine.createRule((_: unknown, __: undefined, field: FieldContext) => {
  const { parent } = field as { parent: Record<string, unknown> }
  if (COORDINATES.some((name) => parent[name] !== undefined))
    field.report('must not come with page, x or y: give either', 'not_both', field)
})

const isOccurrence = vine.createRule(
  (value: unknown, _: undefined, field: FieldContext) => {
    const { occurrence: most } = ANCHOR_LIMITS
    const isNumber = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
    if (!isNumber && value !== 'all')
      field.report(`must be a whole number from 1 to ${most}, or all`, 'out_of_range', field)
  },
  {
    toJSONSchema: (schema) => {
      const counted = { type: 'integer', minimum: 1, maximum: ANCHOR_LIMITS.occurrence }
      Object.assign(schema, { anyOf: [counted, { type: 'string', const: 'all' }] })
    },
  }
)

const occurrence = () =>
  vine
    .any()
    .use(isOccurrence())
    .transform((value) => value as number | 'all')

const anchor = vine
  .object({
    text: line(ANCHOR_LIMITS.text).meta({
      description:
        'What the document says there, on one line. Several spaces are one; upper and lower case differ.',
    }),
    occurrence: occurrence().optional().meta({
      description:
        'Which of the places where the text stands, from 1, the default; or `all` for a field at each.',
    }),
    page: integer()
      .min(1)
      .optional()
      .meta({ description: 'The only page on which it is looked for; by default all of them.' }),
    ignoreCase: boolean()
      .optional()
      .meta({ description: 'Whether upper and lower case are alike; false by default.' }),
    position: vine.enum(ANCHOR_POSITIONS).optional().meta({
      description:
        'Where the field stands to the text, as the page is displayed; `right` by default. `over` begins where the text does.',
    }),
    offsetX: number()
      .optional()
      .meta({ description: 'How far it is moved to the right from there, in the `unit`.' }),
    offsetY: number()
      .optional()
      .meta({ description: 'How far it is moved down from there, in the `unit`.' }),
  })
  .use(standsAlone())

const side = () => number().min(SMALLEST_SIDE)

const BY_KIND = 'With an `anchor`, the usual one of the type by default.'

/** Either where it lies, or a text of the document that it stands at. */
const placed = vine.createRule(() => {}, {
  toJSONSchema: (schema) => {
    const place = [...COORDINATES, 'width', 'height']
    Object.assign(schema, { oneOf: [{ required: place }, { required: ['anchor'] }] })
  },
})

/** Of a field of anybody. */
const PLACE = {
  type: vine.enum(FIELD_TYPES).meta({ description: 'What the signer does here.' }),
  page: integer()
    .min(1)
    .optional()
    .requiredIfMissing('anchor')
    .meta({ description: 'Starts at 1.' }),
  x: number()
    .optional()
    .requiredIfMissing('anchor')
    .meta({ description: 'From the left edge of the page as displayed.' }),
  y: number()
    .optional()
    .requiredIfMissing('anchor')
    .meta({ description: 'From the top edge of the page.' }),
  width: side()
    .optional()
    .requiredIfMissing('anchor')
    .meta({ description: `To the right of \`x\`. ${BY_KIND}` }),
  height: side()
    .optional()
    .requiredIfMissing('anchor')
    .meta({ description: `Downward from \`y\`. ${BY_KIND}` }),
  unit: vine
    .enum(['pt', 'percent'] as const)
    .optional()
    .meta({
      description:
        'The unit of these numbers: points (1/72 inch, the default), or percent of the page.',
    }),
  anchor: anchor.optional().meta({
    description: 'A text of the document that the field stands at, instead of `page`, `x` and `y`.',
  }),
  options: fieldOptions().optional().meta({
    description: 'What else there is to say of the field. Each type takes some of these.',
  }),
}

/** A field of the signer, or role, in whose list it stands. */
export const ownField = () => vine.object(PLACE).use(placed())

/** A field that says whose it is. */
export const namedField = () =>
  vine
    .object({
      ...PLACE,
      signer: line(254).meta({ description: 'The `key` or the address of a signer.' }),
    })
    .use(placed())
