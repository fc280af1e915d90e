import { Refusal } from '#app/foundation/refusal'
import type { DocumentStatus } from '../document_status.js'

const PREDICATES: Record<DocumentStatus, string> = {
  draft: 'is a draft',
  pending: 'is with its signers',
  viewed: 'is with its signers',
  in_progress: 'is with its signers',
  completed: 'is completed',
  declined: 'was declined',
  expired: 'has expired',
  voided: 'was voided',
  failed: 'could not be sealed',
}

/** What was wanted, where its name is a status that nobody would say so. */
const WANTED: Record<string, string> = {
  pending: 'it cannot be sent',
  viewed: 'it cannot be opened',
  in_progress: 'it cannot be signed',
  failed: 'it cannot be given up',
  reminded: 'there is nobody to remind',
}

export default class DocumentTransitionRefused extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'

  /** @param wanted  a status, or a participle: `extended` */
  constructor(current: DocumentStatus, wanted: string) {
    const consequence = WANTED[wanted] ?? `it cannot be ${wanted}`
    super(`This document ${PREDICATES[current]}, so ${consequence}`)
    this.wording = { values: { current } }
    this.details = { currentStatus: current }
  }
}
