import { Refusal } from '#app/foundation/refusal'

export default class SignsInPerson extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'signs_in_person'
  static readonly message =
    'This signer signs in person, on the device of a member: ask for an in-person link'
}
