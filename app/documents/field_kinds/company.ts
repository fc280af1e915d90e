import { readText, textInput } from './entered_text.js'
import type { EnteredKind } from './field_kind.js'
import { COMMON } from './field_options.js'

/** The organisation that the signer acts for. */
export const company: EnteredKind<string> = {
  isAdopted: false,
  place: { icon: 'building-2', width: 170, height: 22 },
  options: [...COMMON, 'required', 'default', 'maxLength'],
  step: ({ options }) => ({
    widget: 'line',
    icon: 'building-2',
    isRequired: options?.required ?? true,
    input: { ...textInput(options ?? {}), autocomplete: 'organization' },
  }),
  read: readText,
  value: (stored) => stored,
  stamp: (value) => ({ kind: 'text', value }),
  sample: ({ maxLength }) => 'Buyer Ltd'.slice(0, maxLength),
}
