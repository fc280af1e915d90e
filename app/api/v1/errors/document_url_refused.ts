import { Refusal } from '#app/foundation/refusal'

/** The address answered, with something else than a file. */
export default class DocumentUrlRefused extends Refusal {
  static status = 422
  static code = 'E_DOCUMENT_URL_REFUSED'
  static apiCode = 'url_unreachable'

  constructor(answered: number) {
    super(`The address answered ${answered} where a file was expected`)
    this.details = { reason: 'status', status: answered }
  }
}
