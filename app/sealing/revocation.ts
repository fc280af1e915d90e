/** Why a certificate is revoked. After a compromise, only an independent time stamp says that a seal is older. */
export const REVOCATION_REASONS = ['key_compromise', 'superseded', 'cessation'] as const

export type RevocationReason = (typeof REVOCATION_REASONS)[number]

export interface Revocation {
  /** Lower-case hexadecimal. */
  serial: string
  reason: RevocationReason
  revokedAt: Date
}

/** The revocation of the certificate with this serial number, however it is written. */
export function revocationOf(
  serialNumber: string,
  revocations: readonly Revocation[]
): Revocation | null {
  const wanted = plain(serialNumber)
  return revocations.find(({ serial }) => plain(serial) === wanted) ?? null
}

function plain(serial: string): string {
  return serial.toLowerCase().replace(/^0+/, '')
}
