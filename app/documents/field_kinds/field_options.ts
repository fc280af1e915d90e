import type { PatternName } from './patterns.js'

/** When a field is shown: while the field of this key, or the radio group of this name, has this value. */
export interface ShownWhen {
  field: string
  is: string | boolean
}

/** How a number is printed, by example. */
export const NUMBER_FORMATS = ['1234.56', '1,234.56', '1.234,56', '1 234,56'] as const

/** How a date is printed. */
export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const

/** What a sender says of a field beyond kind and place; each kind names those that it takes. */
export interface FieldOptions {
  /** A name within the document, for conditions and for programs. */
  key?: string
  /** What signers read instead of the name of the kind. */
  label?: string
  /** Said below it. */
  help?: string
  required?: boolean
  /** What is there until the signer changes it. */
  default?: string | boolean
  /** How it is printed: one of the formats of its kind. */
  format?: (typeof DATE_FORMATS)[number] | (typeof NUMBER_FORMATS)[number]
  /** At most so many decimals. */
  decimals?: number
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  pattern?: PatternName
  /** Like `AA-9999`: A a letter, 9 a digit, * either; all else as it is. */
  mask?: string
  /** Of what is accepted, for signers to read. */
  example?: string
  /** Of which one is chosen. */
  choices?: readonly string[]
  /** Radio buttons of one group exclude each other. */
  group?: string
  /** What a radio button stands for. */
  choice?: string
  /** What the sender wrote. */
  text?: string
  shownWhen?: ShownWhen
}

export type OptionName = keyof FieldOptions

/** Every kind that is filled in takes these. */
export const COMMON = ['key', 'label', 'help', 'shownWhen'] as const satisfies OptionName[]

export const OPTION_LIMITS = {
  label: 100,
  help: 500,
  choice: 200,
  choices: 100,
  group: 64,
  mask: 50,
  example: 100,
  text: 2_000,
  decimals: 6,
  number: 1e12,
} as const

/** Of keys and groups. */
export const KEY = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/
