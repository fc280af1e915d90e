import { Refusal } from '#app/foundation/refusal'

export default class OwnerNeeded extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'owners_only'
  static readonly message = 'Only an owner can create and revoke SCIM tokens'
}
