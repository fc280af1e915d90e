import { EMPTY, isLeftEmpty } from './entered_text.js'
import type { EnteredKind } from './field_kind.js'
import { COMMON } from './field_options.js'

/** One of the sender's choices, from a list. */
export const select: EnteredKind<string> = {
  isAdopted: false,
  place: { icon: 'list', width: 140, height: 22 },
  options: [...COMMON, 'required', 'default', 'choices'],
  step: ({ options }) => ({
    widget: 'choice',
    icon: 'list',
    isRequired: options?.required ?? true,
    missing: 'sign.choose_first',
  }),
  read(given, options) {
    if (isLeftEmpty(given, options)) return { stored: '' }
    if (given === undefined || given === '') return { fault: EMPTY }
    return typeof given === 'string' && options.choices?.includes(given)
      ? { stored: given }
      : { fault: { code: 'not_a_choice', message: 'This is none of the choices' } }
  },
  value: (stored) => stored,
  stamp: (value) => ({ kind: 'text', value }),
  sample: ({ choices }) => choices?.[0],
}
