import { Refusal } from '#app/foundation/refusal'

export default class OwnerProtected extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'owner_protected'
  static readonly message =
    'The address of an owner can be changed only between domains that let owners in'
}
