import { Refusal } from '#app/foundation/refusal'

export default class DelegationRefused extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'delegation_refused'
  static readonly message = 'This signer may not hand signing over to somebody else'
}
