import { Refusal } from '#app/foundation/refusal'

export default class IdentityUnproved extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'identity_unproved'
  static readonly message =
    'Prove your identity in this browser first: a proof holds for ten minutes'
}
