import type { DocumentStatus } from '#app/documents/document_status'
import { Refusal } from '#app/foundation/refusal'

export default class DocumentNotEnded extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'

  constructor(current: DocumentStatus) {
    super(`The document is ${current}: a certificate exists once it has ended, in whichever way`)
    this.details = { currentStatus: current }
  }
}
