import vine from '@vinejs/vine'
import { DATE_FORMATS, NUMBER_FORMATS, OPTION_LIMITS } from './field_options.js'
import { PATTERN_NAMES } from './patterns.js'
import { LIMITS } from '../limits.js'

const MAX_NAME = 64

const line = (max: number) => vine.string().minLength(1).maxLength(max)
const count = (max: number) => vine.number({ strict: true }).withoutDecimals().min(0).max(max)
const amount = () =>
  vine.number({ strict: true }).min(-OPTION_LIMITS.number).max(OPTION_LIMITS.number)
const textOrBoolean = vine.createRule(
  (value: unknown, _: undefined, field) => {
    const isText = typeof value === 'string' && value.length <= LIMITS.textValue
    if (!isText && typeof value !== 'boolean')
      field.report('must be text, true or false', 'type', field)
  },
  {
    toJSONSchema: (schema) => {
      delete schema.anyOf
      Object.assign(schema, { type: ['string', 'boolean'], maxLength: LIMITS.textValue })
    },
  }
)

/** Text, or true or false. */
const stated = () =>
  vine
    .any()
    .use(textOrBoolean())
    .transform((value): string | boolean => value)

/** The form of what a sender says of a field; whether it makes sense, the draft checks. */
export const fieldOptions = () =>
  vine.object({
    key: line(MAX_NAME).optional().meta({
      description: 'A name within the document, for `shownWhen` and for your programs.',
    }),
    label: line(OPTION_LIMITS.label)
      .optional()
      .meta({ description: 'What signers read instead of the name of the type.' }),
    help: line(OPTION_LIMITS.help)
      .optional()
      .meta({ description: 'A sentence that explains the field to signers.' }),
    required: vine.boolean({ strict: true }).optional().meta({
      description:
        'Whether the signer has to fill it in; true by default, except for a `checkbox`, which then has to be ticked.',
    }),
    default: stated().optional().meta({
      description:
        'What is in it until the signer changes it: text, or true or false for `checkbox` and `radio`.',
    }),
    format: vine
      .enum([...DATE_FORMATS, ...NUMBER_FORMATS])
      .optional()
      .meta({ description: 'How a `date` or `number` is printed. Values are not affected.' }),
    decimals: count(OPTION_LIMITS.decimals)
      .optional()
      .meta({ description: 'The most decimals that a `number` may have; 2 by default.' }),
    minLength: count(LIMITS.textValue)
      .optional()
      .meta({ description: 'The fewest characters of a `text`.' }),
    maxLength: count(LIMITS.textValue)
      .min(1)
      .optional()
      .meta({ description: 'The most characters of a `text`, `name` or `company`.' }),
    min: amount().optional().meta({ description: 'The smallest `number`.' }),
    max: amount().optional().meta({ description: 'The largest `number`.' }),
    pattern: vine
      .enum(PATTERN_NAMES)
      .optional()
      .meta({ description: 'What a `text` has to look like.' }),
    mask: line(OPTION_LIMITS.mask).optional().meta({
      description:
        'A form for a `text`, such as `AA-9999`: `A` is a letter, `9` a digit, `*` either, all else itself.',
    }),
    example: line(OPTION_LIMITS.example).optional().meta({
      description: 'An example that signers are shown; by default one of the pattern or mask.',
    }),
    choices: vine
      .array(line(OPTION_LIMITS.choice))
      .maxLength(OPTION_LIMITS.choices)
      .optional()
      .meta({ description: 'What a `select` offers.' }),
    group: line(MAX_NAME).optional().meta({
      description:
        'Of a `radio`: buttons of one group exclude each other. What else is said of a group is said at its first button.',
    }),
    choice: line(OPTION_LIMITS.choice)
      .optional()
      .meta({ description: 'What a `radio` button stands for.' }),
    text: line(OPTION_LIMITS.text).optional().meta({ description: 'What a `note` says.' }),
    shownWhen: vine
      .object({
        field: line(MAX_NAME).meta({ description: 'The `key` of a field, or a `group`.' }),
        is: stated().meta({
          description:
            'The value that it has to have: text, a choice, or true or false for a `checkbox`.',
        }),
      })
      .optional()
      .meta({
        description:
          'The field is shown only while another one has this value. That one is of the same signer, or of one who signs in an earlier step.',
      }),
  })
