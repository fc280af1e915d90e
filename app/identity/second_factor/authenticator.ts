import { Secret as TotpSecret, TOTP } from 'otpauth'
import { clock } from '#app/foundation/clock'
import { plainDigits } from '#app/foundation/plain_digits'

/** RFC 6238 as authenticator apps have it; one step early or late is forgiven. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const WINDOW = 1
const SEED_BYTES = 20
const CODE = /^\d{6}$/

export interface ShownSeed {
  /** As it is typed: base32. */
  secret: string
  /** As a camera reads it: `otpauth://totp/…`. */
  uri: string
}

/** What an authenticator app computes from a seed of 20 bytes. The code that stores the seed also stores which steps are spent. */
export const Authenticator = {
  newSeed(): Uint8Array {
    return new Uint8Array(new TotpSecret({ size: SEED_BYTES }).buffer)
  },

  /** @param label  whose code it is, @param issuer  and where, as the app lists it */
  shown(seed: Uint8Array, { label, issuer }: { label: string; issuer: string }): ShownSeed {
    const totp = totpOf(seed, { label, issuer })
    return { secret: totp.secret.base32, uri: totp.toString() }
  },

  /** @returns the time step that the code is of; null for a wrong or late one */
  stepOf(seed: Uint8Array, typed: string): number | null {
    const token = plainDigits(typed.replace(/[\s-]/g, ''))
    if (!CODE.test(token)) return null
    const now = clock.now().getTime()
    const delta = totpOf(seed).validate({ token, timestamp: now, window: WINDOW })
    return delta === null ? null : Math.floor(now / 1000 / SHAPE.period) + delta
  },
}

function totpOf(seed: Uint8Array, names: { label?: string; issuer?: string } = {}): TOTP {
  const secret = new TotpSecret({ buffer: new Uint8Array(seed).buffer })
  return new TOTP({ ...SHAPE, ...names, secret })
}
