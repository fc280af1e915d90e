import type { EnteredKind } from './field_kind.js'

const isTicked = (stored: string) => stored === 'true'

/** Ticked or not: nobody has to. */
export const checkbox: EnteredKind<boolean> = {
  isAdopted: false,
  place: { icon: 'square-check', width: 16, height: 16 },
  step: () => ({
    widget: 'tick',
    icon: 'square-check',
    isRequired: false,
    missing: 'sign.tick_first',
  }),
  read(given) {
    return given === undefined || typeof given === 'boolean'
      ? { stored: given === true ? 'true' : 'false' }
      : { fault: { code: 'type', message: 'A box is checked or not' } }
  },
  value: isTicked,
  stamp: (stored) => ({ kind: 'checkbox', value: isTicked(stored) }),
  sample: true,
}
