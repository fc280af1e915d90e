import { Refusal } from '#app/foundation/refusal'

const MESSAGES = {
  provider: 'Only an owner can change what lets owners in by single sign-on',
  unsolicited: 'Only an owner can accept log-ins that begin at the identity provider',
} as const

export type OwnersMatter = keyof typeof MESSAGES

/** What says who comes in as an owner is an owner's to decide: whoever else did would be one. */
export default class OwnerRequired extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'owners_only'

  constructor(matter: OwnersMatter = 'provider') {
    super(MESSAGES[matter])
  }
}
