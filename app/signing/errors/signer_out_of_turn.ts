import { Refusal } from '#app/foundation/refusal'

export default class SignerOutOfTurn extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'signer_out_of_turn'
  static readonly message =
    'Somebody else has to sign first; you will get an email when it is your turn'
}
