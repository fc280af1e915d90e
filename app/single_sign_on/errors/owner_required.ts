import { Refusal } from '#app/foundation/refusal'

/** What says who comes in as an owner is an owner's to decide: whoever else did would be one. */
export default class OwnerRequired extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'owners_only'
  static readonly message = 'Only an owner can change what lets owners in by single sign-on'
}
