import { Refusal } from '#app/foundation/refusal'

export type SignatureFault =
  | 'not_drawn'
  | 'not_typed'
  | 'not_plain'
  | 'no_hand'
  | 'picture_too_large'
  | 'picture_unreadable'
  | 'picture_blank'

export default class SignatureRefused extends Refusal {
  static status = 422
  static code = 'E_SIGNATURE_REFUSED'
  static apiCode = 'validation_failed'

  constructor(
    code: SignatureFault,
    message: string,
    more: { limit?: number; characters?: string } = {}
  ) {
    super(message)
    this.details = [{ code, message, ...more }]
  }
}
