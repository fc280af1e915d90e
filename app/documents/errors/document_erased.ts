import { Refusal } from '#app/foundation/refusal'

export default class DocumentErased extends Refusal {
  static readonly kind = 'gone'
  static readonly code = 'document_erased'

  constructor() {
    super('The document was erased: its files are gone, but its audit trail and hashes are kept')
  }
}
