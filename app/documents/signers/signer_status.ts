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

/** And of those who sign in person. */
const LABELS_IN_PERSON: Partial<Record<DisplayStatus, string>> = {
  sent: 'To sign in person',
  viewing: 'Signing in person',
  signed: 'Signed in person',
}

interface Shown {
  role: SignerRole
  inPerson: boolean
  displayStatus: DisplayStatus
}

/** How it stands with somebody, as people read it. */
export function signerLabel({ role, inPerson, displayStatus }: Shown): string {
  const others = inPerson ? LABELS_IN_PERSON : LABELS_OF_ROLES[role]
  return others?.[displayStatus] ?? SIGNER_LABELS[displayStatus]
}
