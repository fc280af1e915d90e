import { Refusal } from '#app/foundation/refusal'

export default class SignerUnknown extends Refusal {
  static status = 403
  static code = 'E_SIGNER_UNKNOWN'

  constructor(fingerprint: string) {
    super(
      `The archive was signed by another installation, whose key has the fingerprint ${fingerprint}. ` +
        'Compare it with what the export printed, and name it with --trust'
    )
  }
}
