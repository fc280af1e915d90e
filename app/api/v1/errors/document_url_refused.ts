import { Refusal } from '#app/foundation/refusal'

/** The address answered, with something else than a file. */
export default class DocumentUrlRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'url_unreachable'

  constructor(answered: number) {
    super(`The address answered with status ${answered} instead of a file`)
    this.details = { reason: 'status', status: answered }
  }
}
