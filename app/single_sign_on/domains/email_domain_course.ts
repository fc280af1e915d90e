import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/foundation/duration'
import { PATIENCE_MS } from '#app/tenants/domains/domain_course'
import type { Verdict } from '#app/tenants/domains/domain_findings'
import type EmailDomain from './email_domain.js'

export type Move = 'prove' | 'fail' | 'recover' | 'lapse'

interface Check {
  verdict: Verdict
  /** Whether the platform has it down as this tenant's, after the look. */
  isOurs: boolean
}

/**
 * Where a look at its record takes a domain; null where it stays as it is. A proof ends at once when another tenant has the domain. For want of a
 * record it ends after a time of grace, and only by clear answers: servers that cannot be asked, or disagree, change nothing.
 */
export function moveOf(
  { status, failingSince }: EmailDomain,
  { verdict, isOurs }: Check,
  now: Date
): Move | null {
  const isRight = verdict === 'found'
  const isGone = verdict === 'missing' || verdict === 'wrong'
  if (status === 'pending' || status === 'lapsed') return isRight && isOurs ? 'prove' : null
  if (!isOurs) return 'lapse'
  if (status === 'proved') return isGone ? 'fail' : null
  if (isRight) return 'recover'
  const isOver = now.getTime() - (failingSince?.getTime() ?? 0) >= PATIENCE_MS
  return isGone && isOver ? 'lapse' : null
}

/** How long until the next look. */
export function pauseAfter({ status, createdAt }: EmailDomain, now: Date): number {
  if (status === 'failing') return HOUR_MS
  // spread over the day, so that what was proved in one hour is not looked up in one second
  if (status !== 'pending') return DAY_MS * (0.9 + Math.random() * 0.1)
  const ageMs = now.getTime() - createdAt.getTime()
  if (ageMs < HOUR_MS) return 2 * MINUTE_MS
  return ageMs < DAY_MS ? 30 * MINUTE_MS : DAY_MS
}
