import { REVOCATION_REASONS, type RevocationReason } from '#app/sealing/revocation'

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
  if (!(since.getTime() <= Date.now()))
    return '--since is a moment in the past, such as 2026-11-23T09:00:00Z'
  return { reason, since }
}
