import type { SignerRole } from '#app/documents/signers/signer_role'
import type { DisplayStatus } from '#app/documents/signers/signer_status'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'

type Labels = Partial<Record<DisplayStatus, DashboardKey>>

/** What else a status is called of those who do not sign. */
const OF_ROLES: Partial<Record<SignerRole, Labels>> = {
  approver: { signed: 'documents.signer_approved' },
  copy: {
    pending: 'documents.signer_copy_pending',
    sent: 'documents.signer_copy_sent',
    expired: 'documents.signer_no_copy',
    voided: 'documents.signer_no_copy',
  },
}

/** And of those who sign in person. */
const IN_PERSON: Labels = {
  sent: 'documents.signer_in_person_sent',
  viewing: 'documents.signer_in_person_viewing',
  signed: 'documents.signer_in_person_signed',
}

interface Shown {
  role: SignerRole
  inPerson: boolean
  displayStatus: DisplayStatus
}

/** How it stands with somebody, as people read it. */
export function signerLabel({ role, inPerson, displayStatus }: Shown): DashboardKey {
  const others = inPerson ? IN_PERSON : OF_ROLES[role]
  return others?.[displayStatus] ?? `documents.signer_${displayStatus}`
}
