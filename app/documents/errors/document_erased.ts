import { Refusal } from '#app/foundation/refusal'

export default class DocumentErased extends Refusal {
  static status = 410
  static code = 'E_DOCUMENT_ERASED'
  static apiCode = 'document_erased'

  constructor() {
    super('The document was erased: its files are gone, its audit trail and its hashes are kept')
  }
}
