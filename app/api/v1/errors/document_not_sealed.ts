import type { DocumentStatus } from '#app/documents/document_status'
import { Refusal } from '#app/foundation/refusal'

export default class DocumentNotSealed extends Refusal {
  static status = 409
  static code = 'E_DOCUMENT_NOT_SEALED'
  static apiCode = 'document_state_conflict'

  constructor(current: DocumentStatus) {
    super(`The document is ${current}: a sealed PDF exists once it is completed`)
    this.details = { currentStatus: current }
  }
}
