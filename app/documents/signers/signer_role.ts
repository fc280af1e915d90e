/** What a party of a document is asked for: to sign, to approve without signing, or nothing but to be sent a copy. */
export const SIGNER_ROLES = ['signer', 'approver', 'copy'] as const

export type SignerRole = (typeof SIGNER_ROLES)[number]

interface Party {
  /** Missing for a signer, as most are. */
  role?: SignerRole
}

/** Whether the document waits for them: people who only get a copy have nothing to do, and count nowhere. */
export function isActing({ role }: Party): boolean {
  return role !== 'copy'
}

export function isRole(text: string): text is SignerRole {
  return SIGNER_ROLES.some((role) => role === text)
}
