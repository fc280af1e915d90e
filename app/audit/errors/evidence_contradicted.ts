import { Refusal } from '#app/foundation/refusal'

/** What is on record of a document does not agree with its trail, or its trail not with itself: nothing is certified from that. */
export default class EvidenceContradicted extends Refusal {
  static readonly kind = 'damaged'
  static readonly code = 'evidence_contradicted'

  /** @param findings  for the log and `audit:verify`; they hold no personal values */
  constructor(
    readonly documentId: string,
    readonly findings: readonly string[]
  ) {
    super(
      'The record of this document contradicts its audit trail, so no certificate can be made. Our operators have been alerted'
    )
  }
}
