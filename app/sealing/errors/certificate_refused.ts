import { Refusal, type Wording } from '#app/foundation/refusal'

/** A certificate, or the file that it came in, cannot be used for seals. The message is a sentence for people. */
export default class CertificateRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'certificate_refused'

  constructor(message: string, { cause, ...wording }: ErrorOptions & Wording = {}) {
    super(message, { cause })
    this.wording = wording
  }
}
