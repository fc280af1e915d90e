import { Refusal } from '#app/foundation/refusal'

export default class DocumentNotSent extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'

  constructor() {
    super('The document is a draft: there is evidence of it once it has been sent')
    this.details = { currentStatus: 'draft' }
  }
}
