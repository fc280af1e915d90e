import { Refusal } from '#app/foundation/refusal'

export default class SignerOutOfTurn extends Refusal {
  static status = 409
  static code = 'E_SIGNER_OUT_OF_TURN'
  static apiCode = 'signer_out_of_turn'
  static message = 'Somebody else signs first; you will get a message when it is your turn'
}
