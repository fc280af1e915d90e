import { Refusal } from '#app/foundation/refusal'

export default class NotInPerson extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'not_in_person'
  static readonly message = 'This signer signs by a link of their own, and not in person'
}
