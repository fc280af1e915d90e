import { Refusal } from '#app/foundation/refusal'

export default class OwnersOnly extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'owners_only'
  static readonly message = 'Only an owner can add or change an owner'
}
