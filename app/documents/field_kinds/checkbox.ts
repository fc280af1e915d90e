import type { EnteredKind } from './field_kind.js'
import { COMMON } from './field_options.js'

const isTicked = (stored: string) => stored === 'true'

/** Ticked or not: nobody has to, unless the sender says so. */
export const checkbox: EnteredKind<boolean> = {
  isAdopted: false,
  place: { icon: 'square-check', width: 16, height: 16 },
  options: [...COMMON, 'required', 'default'],
  step: ({ options }) => ({
    widget: 'tick',
    icon: 'square-check',
    isRequired: options?.required ?? false,
    missing: 'sign.tick_first',
  }),
  read(given, { required = false }) {
    if (given !== undefined && typeof given !== 'boolean')
      return { fault: { code: 'type', message: 'A box is checked or not' } }
    if (required && given !== true)
      return { fault: { code: 'not_ticked', message: 'This box has to be ticked' } }
    return { stored: given === true ? 'true' : 'false' }
  },
  value: isTicked,
  stamp: (stored) => ({ kind: 'checkbox', value: isTicked(stored) }),
  sample: () => true,
}
