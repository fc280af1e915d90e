import { Refusal } from '#app/foundation/refusal'

const MESSAGES = {
  provider: 'Only an owner can change what lets owners in by single sign-on',
  unsolicited: 'Only an owner can accept log-ins that begin at the identity provider',
} as const

export type OwnersMatter = keyof typeof MESSAGES

/** Rules that make people owners are for owners to set: anybody else could make themselves one. */
export default class OwnerRequired extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'owners_only'

  constructor(matter: OwnersMatter = 'provider') {
    super(MESSAGES[matter])
    this.wording = { form: matter }
  }
}
