import type { EnteredKind } from './field_kind.js'
import { COMMON } from './field_options.js'

const isChosen = (stored: string) => stored === 'true'

/** One of several buttons, each with its own place: `group` holds them together, and at most one of them is chosen. */
export const radio: EnteredKind<boolean> = {
  isAdopted: false,
  place: { icon: 'circle-dot', width: 16, height: 16 },
  options: [...COMMON.filter((name) => name !== 'key'), 'required', 'default', 'group', 'choice'],
  step: ({ options }) => ({
    widget: 'radio',
    icon: 'circle-dot',
    isRequired: options?.required ?? true,
    missing: 'sign.choose_first',
  }),
  read: (given) =>
    given === undefined || typeof given === 'boolean'
      ? { stored: given === true ? 'true' : 'false' }
      : { fault: { code: 'type', message: 'A button is chosen or not' } },
  value: isChosen,
  stamp: (stored) => ({ kind: 'radio', value: isChosen(stored) }),
  sample: () => true,
}
