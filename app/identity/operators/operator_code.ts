import { Secret as TotpSecret, TOTP } from 'otpauth'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { keyRing, PLATFORM } from '#app/tenancy/keys'
import type Operator from './operator.js'

/** RFC 6238 as authenticator apps have it; one step early or late is forgiven. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const WINDOW = 1
const SEED_BYTES = 20
const CODE = /^\d{6}$/

/** Spends the step of a code: one that was taken, and every older one, opens nothing any more. */
const SPEND = `update operators set totp_step = ?, totp_confirmed_at = coalesce(totp_confirmed_at, ?), updated_at = ?
  where id = ? and totp_step < ? and disabled_at is null`

/** The second proof of an operator: a code of six digits from a seed that only they and we know. */
export const OperatorCode = {
  /** A new seed, in place of the old. It counts once the first code from it was given. */
  async plant(operator: Operator): Promise<void> {
    const seed = new TotpSecret({ size: SEED_BYTES })
    const totpSeed = sealEnvelope(await key(), new Uint8Array(seed.buffer), aadOf(operator))
    await operator.merge({ totpSeed, totpConfirmedAt: null, updatedAt: clock.now() }).save()
  },

  /** The seed as it is typed and as a camera reads it. Shown at the enrolment only. */
  async shown(operator: Operator, issuer: string): Promise<{ secret: string; uri: string }> {
    const totp = await totpOf(operator, issuer)
    return { secret: totp.secret.base32, uri: totp.toString() }
  },

  /** Takes a code, once. @returns false for a wrong, late or spent one */
  async accept(operator: Operator, typed: string): Promise<boolean> {
    const token = typed.replace(/[\s-]/g, '')
    if (!operator.totpSeed || !CODE.test(token)) return false
    const now = clock.now()
    const totp = await totpOf(operator)
    const delta = totp.validate({ token, timestamp: now.getTime(), window: WINDOW })
    if (delta === null) return false
    const step = Math.floor(now.getTime() / 1000 / SHAPE.period) + delta
    const { rowCount } = await db
      .connection('platform')
      .rawQuery<{ rowCount: number }>(SPEND, [step, now, now, operator.id, step])
    return rowCount === 1
  },
}

async function totpOf(operator: Operator, issuer?: string): Promise<TOTP> {
  if (!operator.totpSeed) throw new Error('This operator has no seed')
  const seed = openEnvelope(await key(), operator.totpSeed, aadOf(operator))
  const secret = new TotpSecret({ buffer: new Uint8Array(seed).buffer })
  return new TOTP({ ...SHAPE, issuer, label: operator.email, secret })
}

function key(): Promise<Buffer> {
  return keyRing.derive(PLATFORM, 'operator-totp')
}

function aadOf({ id }: Operator): string {
  return `operator-totp|${id}`
}
