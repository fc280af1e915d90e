import { Refusal } from '#app/foundation/refusal'

/** A provider that may let owners in makes an owner of whoever can replace it. */
export default class OwnerRequired extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'owners_only'
  static readonly message =
    'Only an owner can replace the identity provider after a domain was confirmed'
}
