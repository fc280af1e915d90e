import type { PhraseKey } from '#app/foundation/phrases/phrasebook'
import type { Stamp } from '#app/sealing/seal_order'
import type { FieldOptions, OptionName } from './field_options.js'

/** What API and webhooks give of a field that was filled in. */
export type FieldValue = string | boolean

/** What of a field its kind has to know. */
export interface Measured {
  /** In points. */
  height: number
  options?: FieldOptions | null
}

/** Whether a text can be read in the box of its field. */
export type IsLegible = (text: string) => boolean

/** How an editor places it: the box that it first gets, in points, and its icon in the palette. */
export interface Place {
  icon: string
  width: number
  height: number
}

/** A partial in `resources/views/signer_pages/steps`, and the class in `resources/elements/steps` that leads it. */
export type Widget =
  'adopt' | 'tick' | 'day' | 'line' | 'lines' | 'number' | 'choice' | 'radio' | 'note' | 'upload'

/** What is asked of a value, in the signer's language. */
export interface Demand {
  phrase: PhraseKey
  values?: Record<string, string | number>
}

/** How a signer's page asks for it. */
export interface Step {
  widget: Widget
  /** On the page of the document, until it is filled in. */
  icon: string
  isRequired: boolean
  /** What is said to somebody who goes on without it, where that is not to fill it in. */
  missing?: PhraseKey
  /** Attributes of its input, beyond those of the widget. */
  input?: Record<string, string | number>
  /** Said below the input, and again where the value does not fit. */
  demand?: Demand
}

interface Common {
  place: Place
  /** Which options it takes. */
  options: readonly OptionName[]
  step(field: Measured): Step
}

export interface Fault {
  code: string
  message: string
  limit?: number
  characters?: string
  example?: string
}

/** What is stored, and what the audit trail commits to; or what is wrong. */
export type Reading = { stored: string } | { fault: Fault }

/** Each field has a value of its own, which its signer enters, the sender wrote, or the day of signing gives. */
export interface EnteredKind<Value extends FieldValue = FieldValue> extends Common {
  isAdopted: false
  /**
   * @param given  by a stranger's browser: anything, or nothing
   * @param isLegible  what cannot be read in its field is refused
   */
  read(given: unknown, options: FieldOptions, isLegible?: IsLegible): Reading
  value(stored: string): Value
  stamp(stored: string, options: FieldOptions): Stamp
  /** One form of what can be written in several, for conditions to compare; the script of its widget has the same. */
  comparable?(text: string): string | undefined
  /** What stands in it before the signer has done anything, where the sender names no default. */
  prefill?(signer: Prefilled): string
  /** What signers of the sandbox enter; nothing where none is asked for. */
  sample?(options: FieldOptions): Value | undefined
}

/** What is known of a signer beforehand. */
export interface Prefilled {
  name: string
  email: string
}

/** A mark that the signer adopts once, and that stands in all fields of this kind: it is in the sealed PDF alone. */
export interface AdoptedKind extends Common {
  isAdopted: true
  /** What is proposed to those who type it, and what signers of the sandbox type. */
  proposal(signerName: string): string
  /** When it is not there at the end: for programs and for the signer. */
  refusal: { message: string; phrase: PhraseKey }
  /** Of the button and the dialog in which it is adopted, and of its step. */
  words: Record<'ask' | 'hint' | 'title' | 'adopt' | 'legal', PhraseKey>
}

export type FieldKind = EnteredKind | AdoptedKind
