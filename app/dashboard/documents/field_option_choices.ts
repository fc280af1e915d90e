import { DATE_FORMATS, NUMBER_FORMATS } from '#app/documents/field_kinds/field_options'
import { FIELD_KINDS, FIELD_TYPES } from '#app/documents/field_kinds/index'
import { PATTERNS, type PatternName } from '#app/documents/field_kinds/patterns'

const PATTERN_WORDS: Record<PatternName, string> = {
  digits: 'Digits only',
  letters: 'Letters only',
  letters_digits: 'Letters and digits',
  postcode: 'A postcode',
  phone: 'A phone number',
  iban: 'An IBAN',
}

/** What the inspector of a field offers: which options each kind takes, as JSON, and the choices of those that have some. */
export const FIELD_OPTION_CHOICES = {
  taken: JSON.stringify(
    Object.fromEntries(FIELD_TYPES.map((type) => [type, FIELD_KINDS[type].options]))
  ),
  patterns: Object.entries(PATTERNS).map(([value, { example }]) => ({
    value,
    label: `${PATTERN_WORDS[value as PatternName]}, like ${example}`,
  })),
  formats: [
    ...DATE_FORMATS.map((value) => ({ value, type: 'date' })),
    ...NUMBER_FORMATS.map((value) => ({ value, type: 'number' })),
  ],
}
