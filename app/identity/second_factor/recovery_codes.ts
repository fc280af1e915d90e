import { plainDigits } from '#app/foundation/plain_digits'
import { randomBase62, sha256Hex } from '#app/foundation/opaque_token'

const COUNT = 8
const HALF = 5
const SHAPE = /^[0-9A-Za-z]{10}$/

/** A set of codes for the day on which the telephone is lost: what is shown once, and what is kept of it. */
export interface RecoveryCodes {
  /** `aB3xZ-9kLmQ` */
  shown: string[]
  hashes: string[]
}

export function newRecoveryCodes(ownerId: string): RecoveryCodes {
  const codes = Array.from({ length: COUNT }, () => randomBase62(HALF * 2))
  return {
    shown: codes.map((code) => `${code.slice(0, HALF)}-${code.slice(HALF)}`),
    hashes: codes.map((code) => hashOf(ownerId, code)),
  }
}

/** The hash of what somebody typed; null for what is no recovery code. */
export function recoveryHash(ownerId: string, typed: string): string | null {
  const code = plainDigits(typed.replace(/[\s-]/g, ''))
  return SHAPE.test(code) ? hashOf(ownerId, code) : null
}

function hashOf(ownerId: string, code: string): string {
  return sha256Hex(`${ownerId}|${code}`)
}
