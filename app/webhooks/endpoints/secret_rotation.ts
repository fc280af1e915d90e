import { DAY_MS } from '#app/foundation/duration'

/** A new secret is used beside the old one for as long as this, so that a receiver can learn it; then it takes over by itself. */
const OVERLAP_MS = DAY_MS

export interface SealedSecrets {
  readonly secret: Buffer
  readonly pendingSecret: Buffer | null
  readonly pendingSince: Date | null
}

/** Which secrets sign now: the first for `X-Service-Signature`, all of them for `webhook-signature`. */
export function secretsInUse(
  { secret, pendingSecret, pendingSince }: SealedSecrets,
  now: Date
): [Buffer, ...Buffer[]] {
  if (!pendingSecret || !pendingSince) return [secret]
  const hasTakenOver = now.getTime() - pendingSince.getTime() >= OVERLAP_MS
  return hasTakenOver ? [pendingSecret] : [secret, pendingSecret]
}
