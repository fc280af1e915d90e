import type { DocumentStatus } from '#app/documents/document_status'
import { Refusal } from '#app/foundation/refusal'

export default class DocumentNotSealed extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'

  constructor(current: DocumentStatus) {
    super(`The document is ${current}: its sealed PDF is available once it is completed`)
    this.details = { currentStatus: current }
  }
}
