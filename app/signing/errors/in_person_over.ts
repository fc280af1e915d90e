import { Refusal } from '#app/foundation/refusal'

export default class InPersonOver extends Refusal {
  static readonly kind = 'gone'
  static readonly code = 'in_person_over'
  static readonly message =
    'Signing on this device is over: give it back to the person who handed it to you'
}
