import { REVOCATION_REASONS, type Revocation } from '../revocation.js'
import type { TrustedRoots } from './seal_report.js'

/** Roots as they travel to another process, and to browsers: base64 of DER. */
export interface PortableRoots {
  seals: { der: string; isTest: boolean }[]
  timestamps: string[]
  /** There may be thousands: a line for each, with its number, the place of its reason, and the time in milliseconds, base 36. */
  revoked: string
}

export function portableRoots({ seals, timestamps, revoked }: TrustedRoots): PortableRoots {
  return {
    seals: seals.map(({ der, isTest }) => ({ der: base64(der), isTest })),
    timestamps: timestamps.map(base64),
    revoked: revoked.map(lineOf).join('\n'),
  }
}

export function trustedRoots({ seals, timestamps, revoked }: PortableRoots): TrustedRoots {
  return {
    seals: seals.map(({ der, isTest }) => ({ der: bytes(der), isTest })),
    timestamps: timestamps.map(bytes),
    revoked: revoked.split('\n').filter(Boolean).map(revocationIn),
  }
}

function lineOf({ serial, reason, revokedAt }: Revocation): string {
  return [serial, REVOCATION_REASONS.indexOf(reason), revokedAt.getTime().toString(36)].join(' ')
}

function revocationIn(line: string): Revocation {
  const [serial, reason, at] = line.split(' ')
  return {
    serial: serial!,
    reason: REVOCATION_REASONS[Number(reason)]!,
    revokedAt: new Date(Number.parseInt(at!, 36)),
  }
}

const base64 = (der: Uint8Array) => Buffer.from(der).toString('base64')
const bytes = (text: string) => Buffer.from(text, 'base64')
