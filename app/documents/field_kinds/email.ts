import { isEmailAddress } from '#app/foundation/email_address'
import { readText } from './entered_text.js'
import type { EnteredKind } from './field_kind.js'
import { COMMON } from './field_options.js'

const MAX_ADDRESS = 254
const EXAMPLE = 'ana@example.com'

/** An e-mail address; the signer's own is proposed. */
export const email: EnteredKind<string> = {
  isAdopted: false,
  place: { icon: 'at-sign', width: 170, height: 22 },
  options: [...COMMON, 'required', 'default'],
  step: ({ options }) => ({
    widget: 'line',
    icon: 'at-sign',
    isRequired: options?.required ?? true,
    input: { type: 'email', autocomplete: 'email', maxlength: MAX_ADDRESS },
    demand: { phrase: 'sign.like', values: { example: EXAMPLE } },
  }),
  read(given, options, isLegible) {
    const entered = typeof given === 'string' ? given.trim() : given
    const reading = readText(entered, { ...options, maxLength: MAX_ADDRESS }, isLegible)
    if ('fault' in reading || reading.stored === '' || isEmailAddress(reading.stored))
      return reading
    return { fault: { code: 'no_match', message: `Enter it like ${EXAMPLE}`, example: EXAMPLE } }
  },
  value: (stored) => stored,
  stamp: (value) => ({ kind: 'text', value }),
  prefill: (signer) => signer.email,
  sample: () => EXAMPLE,
}
