import type { TrustedRoots } from './seal_report.js'

/** Roots as they travel to another process: base64 of DER. */
export interface PortableRoots {
  seals: { der: string; isTest: boolean }[]
  timestamps: string[]
}

export function portableRoots({ seals, timestamps }: TrustedRoots): PortableRoots {
  return {
    seals: seals.map(({ der, isTest }) => ({ der: base64(der), isTest })),
    timestamps: timestamps.map(base64),
  }
}

export function trustedRoots({ seals, timestamps }: PortableRoots): TrustedRoots {
  return {
    seals: seals.map(({ der, isTest }) => ({ der: bytes(der), isTest })),
    timestamps: timestamps.map(bytes),
  }
}

const base64 = (der: Uint8Array) => Buffer.from(der).toString('base64')
const bytes = (text: string) => Buffer.from(text, 'base64')
