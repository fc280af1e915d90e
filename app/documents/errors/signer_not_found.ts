import { Refusal } from '#app/foundation/refusal'

export default class SignerNotFound extends Refusal {
  static status = 404
  static code = 'E_SIGNER_NOT_FOUND'
  static apiCode = 'signer_not_found'
  static message = 'No signer of this document has this id'
}
