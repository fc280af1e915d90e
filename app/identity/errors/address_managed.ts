import { Refusal } from '#app/foundation/refusal'

export default class AddressManaged extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'address_managed'
  static readonly message =
    'Your organisation manages this address. Ask the people who look after its accounts to change it.'
}
