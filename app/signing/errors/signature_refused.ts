import { Refusal } from '#app/foundation/refusal'

export default class SignatureRefused extends Refusal {
  static status = 422
  static code = 'E_SIGNATURE_REFUSED'
  static apiCode = 'validation_failed'
}
