import type { Revocation } from '../revocation.js'
import type { TrustedRoots } from './seal_report.js'

/** Roots as they travel to another process: base64 of DER. */
export interface PortableRoots {
  seals: { der: string; isTest: boolean }[]
  timestamps: string[]
  revoked: (Omit<Revocation, 'revokedAt'> & { revokedAt: string })[]
}

export function portableRoots({ seals, timestamps, revoked }: TrustedRoots): PortableRoots {
  return {
    seals: seals.map(({ der, isTest }) => ({ der: base64(der), isTest })),
    timestamps: timestamps.map(base64),
    revoked: revoked.map((one) => ({ ...one, revokedAt: one.revokedAt.toISOString() })),
  }
}

export function trustedRoots({ seals, timestamps, revoked }: PortableRoots): TrustedRoots {
  return {
    seals: seals.map(({ der, isTest }) => ({ der: bytes(der), isTest })),
    timestamps: timestamps.map(bytes),
    revoked: revoked.map((one) => ({ ...one, revokedAt: new Date(one.revokedAt) })),
  }
}

const base64 = (der: Uint8Array) => Buffer.from(der).toString('base64')
const bytes = (text: string) => Buffer.from(text, 'base64')
