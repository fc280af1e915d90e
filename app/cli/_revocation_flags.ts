import { clock } from '#app/foundation/clock'
import { REVOCATION_REASONS, type RevocationReason } from '#app/sealing/revocation'
import type { RevocationOutcome } from '#app/signing/seal/certificate_revocation'

interface Asked {
  reason: RevocationReason
  since?: Date
}

/** Why something is revoked, and since when. @returns what to write instead where they make no sense */
export function revocationFlags(flags: { reason?: string; since?: string }): Asked | string {
  const reason = REVOCATION_REASONS.find((known) => known === flags.reason)
  if (!reason) return `Say why with --reason=: ${REVOCATION_REASONS.join(', ')}`
  if (flags.since === undefined) return { reason }
  const since = new Date(flags.since)
  if (!(since.getTime() <= clock.now().getTime()))
    return '--since is a moment in the past, such as 2026-11-23T09:00:00Z'
  return { reason, since }
}

/** What became of each certificate; nothing where there was none. */
export function revocationLines({ revoked, stricter, unchanged }: RevocationOutcome): string[] {
  return [
    ...(revoked.length > 0 ? [`Revoked: ${revoked.join(', ')}.`] : []),
    ...(stricter.length > 0
      ? [`Revoked before, now for this reason or from this moment on: ${stricter.join(', ')}.`]
      : []),
    ...(unchanged.length > 0
      ? [`Left as it was, revoked before and no milder: ${unchanged.join(', ')}.`]
      : []),
  ]
}
