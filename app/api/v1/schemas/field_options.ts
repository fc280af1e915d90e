import { DATE_FORMATS, NUMBER_FORMATS } from '#app/documents/field_kinds/field_options'
import { PATTERN_NAMES } from '#app/documents/field_kinds/patterns'
import {
  boolean,
  integer,
  listOf,
  named,
  number,
  object,
  oneOf,
  text,
  type Schema,
} from '#app/foundation/schema/schema'

const STATED: Schema<string | boolean> = {
  type: ['string', 'boolean'],
  description: 'Text, or true or false for a checkbox or a radio button.',
  examples: ['DE'],
}

const PROPERTIES = {
  key: text('country', 'Its name within the document.'),
  label: text('Country', 'What signers read instead of the name of the type.'),
  help: text('Where your company is registered.', 'Explains the field to signers.'),
  required: boolean(true, 'Whether the signer has to fill it in.'),
  default: STATED,
  format: oneOf([...DATE_FORMATS, ...NUMBER_FORMATS], 'How a date or number is printed.'),
  decimals: integer(2, 'The most decimals of a number.'),
  minLength: integer(2, 'The fewest characters.'),
  maxLength: integer(40, 'The most characters.'),
  min: number(0, 'The smallest number.'),
  max: number(1000, 'The largest number.'),
  pattern: oneOf(PATTERN_NAMES, 'What a text has to look like.'),
  mask: text('AA-9999', 'The form of a text.'),
  example: text('AB-1234', 'What signers are shown as an example.'),
  choices: listOf(text('DE'), 'What a select offers.'),
  group: text('payment', 'Radio buttons of one group exclude each other.'),
  choice: text('By invoice', 'What a radio button stands for.'),
  text: text('Delivery in May', 'What a note says.'),
  shownWhen: object(
    { field: text('country', 'The key of a field, or a group.'), is: STATED },
    { description: 'The field is shown only while another one has this value.' }
  ),
}

const NAMES = Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]

/** What the sender said of a field. */
export const FIELD_OPTIONS = named('FieldOptions', {
  ...object(PROPERTIES, {
    description: 'What the sender said of the field; missing if that was nothing.',
    optional: NAMES,
  }),
  examples: [{ label: 'Country', help: 'Where your company is registered.' }],
})
