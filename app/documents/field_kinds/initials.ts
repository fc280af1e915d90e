import { isVisible } from '#app/foundation/printable_text'
import { typedProposal } from '../signers/typed_signature.js'
import type { AdoptedKind } from './field_kind.js'
import { COMMON } from './field_options.js'

export const initials: AdoptedKind = {
  isAdopted: true,
  place: { icon: 'signature', width: 64, height: 32 },
  options: COMMON.filter((name) => name !== 'key'),
  step: () => ({
    widget: 'adopt',
    icon: 'pen-line',
    isRequired: true,
  }),
  proposal(signerName) {
    const letters = signerName.split(/\s+/u).map((word) => [...word].find(isVisible) ?? '')
    return typedProposal(letters.join('').toUpperCase())
  },
  refusal: { message: 'Your initials are missing', phrase: 'faults.no_initials' },
  words: {
    ask: 'sign.add_initials',
    hint: 'sign.initials_hint',
    title: 'signature.initials_title',
    adopt: 'signature.initials_adopt',
    legal: 'signature.initials_legal',
  },
}
