import { Refusal } from '#app/foundation/refusal'

export default class SignerUnknown extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'signer_unknown'

  constructor(fingerprint: string) {
    super(
      `The archive was signed by another installation, whose key has the fingerprint ${fingerprint}. ` +
        'Compare it with what the export printed, and name it with --trust'
    )
  }
}
