import { Refusal } from '#app/foundation/refusal'

/** Every address that would be mailed is one to which no mail goes any more. */
export default class SignersUnreachable extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'signers_unreachable'
  static readonly message =
    'Mail servers have refused the address of everyone who is to be reminded. Correct it first'
}
