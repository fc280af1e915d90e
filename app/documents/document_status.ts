/** The diagram of a document's life: from where to where. Never backwards; the last row are ends. */
export const TRANSITIONS = {
  draft: ['pending'],
  pending: ['viewed', 'in_progress', 'declined', 'expired', 'voided'],
  viewed: ['in_progress', 'declined', 'expired', 'voided'],
  in_progress: ['completed', 'declined', 'expired', 'voided', 'failed'],
  completed: [],
  declined: [],
  expired: [],
  voided: [],
  failed: [],
} as const satisfies Record<string, readonly string[]>

export type DocumentStatus = keyof typeof TRANSITIONS

export function canBecome(from: DocumentStatus, to: DocumentStatus): boolean {
  return (TRANSITIONS[from] as readonly DocumentStatus[]).includes(to)
}

export function isTerminal(status: DocumentStatus): boolean {
  return TRANSITIONS[status].length === 0
}

/** Of documents that somebody still has to sign, as a list in SQL. */
export const OPEN_STATUSES = "('pending', 'viewed', 'in_progress')"

/** As people read it. */
export const LABELS: Record<DocumentStatus, string> = {
  draft: 'Draft',
  pending: 'Pending',
  viewed: 'Viewed',
  in_progress: 'In Progress',
  completed: 'Completed',
  declined: 'Declined',
  expired: 'Expired',
  voided: 'Voided',
  failed: 'Could not be sealed',
}
