import { typedProposal } from '../signers/typed_signature.js'
import type { AdoptedKind } from './field_kind.js'

export const signature: AdoptedKind = {
  isAdopted: true,
  place: { icon: 'pen-line', width: 160, height: 44 },
  // never conditional: who signs a document signs it
  options: ['label', 'help'],
  step: () => ({
    widget: 'adopt',
    icon: 'pen-line',
    isRequired: true,
  }),
  proposal: typedProposal,
  refusal: { message: 'Your signature is missing', phrase: 'faults.no_signature' },
  words: {
    ask: 'sign.sign_here',
    hint: 'sign.signature_hint',
    title: 'signature.title',
    adopt: 'signature.adopt',
    legal: 'signature.legal',
  },
}
