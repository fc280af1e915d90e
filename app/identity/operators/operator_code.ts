import type { KeyObject } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { keyRing, PLATFORM } from '#app/tenancy/keys'
import { Authenticator, type ShownSeed } from '../second_factor/authenticator.js'
import type Operator from './operator.js'

/** Spends the step of a code: one that was taken, and every older one, opens nothing any more. */
const SPEND = `update operators set totp_step = ?, totp_confirmed_at = coalesce(totp_confirmed_at, ?), updated_at = ?
  where id = ? and totp_step < ? and disabled_at is null`

/** The second proof of an operator: a code of six digits from a seed that only they and we know. */
export const OperatorCode = {
  /** A new seed, in place of the old. It counts once the first code from it was given. */
  async plant(operator: Operator): Promise<void> {
    const totpSeed = sealEnvelope(await key(), Authenticator.newSeed(), aadOf(operator))
    await operator.merge({ totpSeed, totpConfirmedAt: null, updatedAt: clock.now() }).save()
  },

  /** The seed, shown at the enrolment only. */
  async shown(operator: Operator, issuer: string): Promise<ShownSeed> {
    return Authenticator.shown(await seedOf(operator), { label: operator.email, issuer })
  },

  /** Takes a code, once. @returns false for a wrong, late or spent one */
  async accept(operator: Operator, typed: string): Promise<boolean> {
    if (!operator.totpSeed) return false
    const step = Authenticator.stepOf(await seedOf(operator), typed)
    if (step === null) return false
    const now = clock.now()
    const { rowCount } = await db
      .connection('platform')
      .rawQuery<{ rowCount: number }>(SPEND, [step, now, now, operator.id, step])
    return rowCount === 1
  },
}

async function seedOf(operator: Operator): Promise<Uint8Array> {
  if (!operator.totpSeed) throw new Error('This operator has no seed')
  return openEnvelope(await key(), operator.totpSeed, aadOf(operator))
}

function key(): Promise<KeyObject> {
  return keyRing.derive(PLATFORM, 'operator-totp')
}

function aadOf({ id }: Operator): string {
  return `operator-totp|${id}`
}
