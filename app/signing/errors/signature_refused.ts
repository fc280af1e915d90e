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
  static readonly kind = 'invalid'
  static readonly code = 'validation_failed'

  constructor(
    code: SignatureFault,
    message: string,
    more: { limit?: number; characters?: string } = {}
  ) {
    super(message)
    this.details = [{ code, message, ...more }]
  }
}
