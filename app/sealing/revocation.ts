/** Why a certificate is revoked. After a compromise, only an independent time stamp says that a seal is older. */
export const REVOCATION_REASONS = ['key_compromise', 'superseded', 'cessation'] as const

export type RevocationReason = (typeof REVOCATION_REASONS)[number]

export interface Revocation {
  /** Lower-case hexadecimal. */
  serial: string
  reason: RevocationReason
  revokedAt: Date
}

/** The revocations of the certificates with these serial numbers, however they are written; the earliest first. */
export function revocationsOf(
  serialNumbers: readonly string[],
  revocations: readonly Revocation[]
): Revocation[] {
  const wanted = serialNumbers.map(plain)
  return revocations
    .filter(({ serial }) => wanted.includes(plain(serial)))
    .sort((a, b) => a.revokedAt.getTime() - b.revokedAt.getTime())
}

function plain(serial: string): string {
  return serial.toLowerCase().replace(/^0+/, '')
}
