import { readText, textInput } from './entered_text.js'
import type { EnteredKind } from './field_kind.js'
import { COMMON } from './field_options.js'

/** A person's name; the signer's own is proposed. */
export const name: EnteredKind<string> = {
  isAdopted: false,
  place: { icon: 'user', width: 170, height: 22 },
  options: [...COMMON, 'required', 'default', 'maxLength'],
  step: ({ options }) => ({
    widget: 'line',
    icon: 'user',
    isRequired: options?.required ?? true,
    input: { ...textInput(options ?? {}), autocomplete: 'name' },
  }),
  read: readText,
  value: (stored) => stored,
  stamp: (value) => ({ kind: 'text', value }),
  prefill: (signer) => signer.name,
  sample: ({ maxLength }) => 'Ana Buyer'.slice(0, maxLength),
}
