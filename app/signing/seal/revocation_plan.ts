import { clock } from '#app/foundation/clock'
import type { Revocation, RevocationReason } from '#app/sealing/revocation'

/** Why certificates are revoked, and how far that goes. */
export interface RevocationWish {
  reason: RevocationReason
  /** From when on its seals do not count; now, unless it is known that a key was stolen earlier. */
  since?: Date
  /** Those alone that are revoked already, and nothing new. */
  again?: boolean
}

export interface Revoked {
  serial: string
  /** Its issuer, in whose list it stands. */
  authorityId: string
}

/** What a revocation does to each certificate that it was asked for. */
export interface RevocationPlan {
  revokedAt: Date
  open: Revoked[]
  /** Revoked already, for less or from later on. */
  milder: Revoked[]
  unchanged: Revoked[]
}

/** @param known  all that is revoked already */
export function revocationPlan(
  { reason, since, again = false }: RevocationWish,
  wanted: readonly Revoked[],
  known: readonly Revocation[]
): RevocationPlan {
  const now = clock.now()
  const revokedAt = since && since < now ? since : now
  const bySerial = new Map(known.map((one) => [one.serial, one]))
  const plan: RevocationPlan = { revokedAt, open: [], milder: [], unchanged: [] }
  for (const one of wanted) {
    const before = bySerial.get(one.serial)
    if (!before) {
      if (!again) plan.open.push(one)
    } else if (isMilder(before, { reason, revokedAt })) plan.milder.push(one)
    else plan.unchanged.push(one)
  }
  return plan
}

type Gravity = Pick<Revocation, 'reason' | 'revokedAt'>

function isMilder(before: Gravity, asked: Gravity): boolean {
  if (asked.reason === 'key_compromise' && before.reason !== 'key_compromise') return true
  return asked.revokedAt < before.revokedAt
}

export function serialsOf(some: readonly { serial: string }[]): string[] {
  return some.map(({ serial }) => serial)
}
