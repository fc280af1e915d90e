import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#app/foundation/duration'
import { SIGNING_ALGORITHM } from './credential.js'

/** Other clocks may be behind ours, and ours may be set back: a certificate that is not valid yet would let every seal wait, or fail. */
const BACKDATED_MS = DAY_MS

interface Term {
  at: Date
  years: number
  /** Instead of so many years. */
  until?: Date
  /** When its issuer ends, which it does not outlive. */
  before?: Date
}

/** How long a certificate of ours is good, under a number of its own. */
export function certificateTerms({ at, years, until, before }: Term) {
  const notAfter = until ?? yearsAfter(at, years)
  return {
    serialNumber: serialNumber(),
    notBefore: new Date(at.getTime() - BACKDATED_MS),
    notAfter: before && before < notAfter ? before : notAfter,
    signingAlgorithm: SIGNING_ALGORITHM,
  }
}

export function yearsAfter(at: Date, years: number): Date {
  const later = new Date(at)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

/** Positive, not zero, at most 20 bytes (RFC 5280, 4.1.2.2). */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}
