import { Refusal } from '#app/foundation/refusal'
import type { DocumentStatus } from '../document_status.js'

export default class DocumentTransitionRefused extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'

  constructor(current: DocumentStatus, wanted: string) {
    super(`The document is ${current}: it cannot be ${wanted}`)
    this.details = { currentStatus: current }
  }
}
