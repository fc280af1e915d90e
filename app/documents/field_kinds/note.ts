import type { EnteredKind } from './field_kind.js'
import { COMMON } from './field_options.js'

/** Text that the sender wrote: the signer reads it, and it is printed as it stands. */
export const note: EnteredKind<string> = {
  isAdopted: false,
  place: { icon: 'letter-text', width: 170, height: 22 },
  options: [...COMMON.filter((name) => name !== 'key'), 'text'],
  step: () => ({ widget: 'note', icon: 'letter-text', isRequired: false }),
  read: (_, { text = '' }) => ({ stored: text }),
  value: (stored) => stored,
  stamp: (value) => ({ kind: 'text', value }),
}
