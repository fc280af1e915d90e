import { Refusal } from '#app/foundation/refusal'

type Reason = 'not_drawn' | 'not_typed' | 'picture_too_large' | 'picture_unreadable'

export default class SignatureRefused extends Refusal {
  static status = 422
  static code = 'E_SIGNATURE_REFUSED'
  static apiCode = 'validation_failed'

  constructor(code: Reason, message: string, limit?: number) {
    super(message)
    this.details = [{ code, message, limit }]
  }
}
