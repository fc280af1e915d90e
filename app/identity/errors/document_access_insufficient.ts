import { Refusal } from '#app/foundation/refusal'

const REASONS = {
  read: 'This document is not shared with you',
  manage: 'This document is shared with you to read only',
  hold: 'Only the member or team that this belongs to can do this, or an owner or admin',
} as const

export default class DocumentAccessInsufficient extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'document_access_insufficient'

  constructor(needed: keyof typeof REASONS) {
    super(REASONS[needed])
    this.wording = { form: needed }
  }
}
