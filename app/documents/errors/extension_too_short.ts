import { Refusal } from '#app/foundation/refusal'

export default class ExtensionTooShort extends Refusal {
  static status = 422
  static code = 'E_EXTENSION_TOO_SHORT'
  static apiCode = 'validation_failed'

  constructor(expiresAt: Date) {
    const message = `expiresIn counts from now and must lead beyond ${expiresAt.toISOString()}, when the document expires anyway`
    super(message)
    this.param = 'expiresIn'
    this.details = [{ param: 'expiresIn', code: 'too_short', message }]
  }
}
