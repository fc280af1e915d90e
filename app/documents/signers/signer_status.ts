import type { SignerRole } from './signer_role.js'

export type SignerStatus =
  'pending' | 'sent' | 'signed' | 'declined' | 'expired' | 'voided' | 'delivery_failed'

/** What a stored `sent` reads as while the signer has the document open. */
export type DisplayStatus = SignerStatus | 'viewing'

export const SIGNER_LABELS: Record<DisplayStatus, string> = {
  pending: 'Pending',
  sent: 'Sent',
  viewing: 'Viewing',
  signed: 'Signed',
  declined: 'Declined',
  expired: 'Expired',
  voided: 'Voided',
  delivery_failed: 'Not delivered',
}

/** What else a status is called of those who do not sign. */
const LABELS_OF_ROLES: Partial<Record<SignerRole, Partial<Record<DisplayStatus, string>>>> = {
  approver: { signed: 'Approved' },
  copy: {
    pending: 'Gets a copy',
    sent: 'Copy sent',
    expired: 'Gets no copy',
    voided: 'Gets no copy',
  },
}

interface Shown {
  role: SignerRole
  displayStatus: DisplayStatus
}

/** How it stands with somebody, as people read it. */
export function signerLabel({ role, displayStatus }: Shown): string {
  return LABELS_OF_ROLES[role]?.[displayStatus] ?? SIGNER_LABELS[displayStatus]
}
