import type { DocumentStatus } from '#app/documents/document_status'
import { Refusal } from '#app/foundation/refusal'

export default class DocumentNotEnded extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'

  constructor(current: DocumentStatus) {
    super(
      `The document is ${current}: its certificate is available once it has been completed, declined, voided or has expired`
    )
    this.details = { currentStatus: current }
  }
}
