import { Refusal } from '#app/foundation/refusal'

export type SignatureFault =
  'not_drawn' | 'not_typed' | 'picture_too_large' | 'picture_unreadable' | 'picture_blank'

export default class SignatureRefused extends Refusal {
  static status = 422
  static code = 'E_SIGNATURE_REFUSED'
  static apiCode = 'validation_failed'

  constructor(code: SignatureFault, message: string, limit?: number) {
    super(message)
    this.details = [{ code, message, limit }]
  }
}
