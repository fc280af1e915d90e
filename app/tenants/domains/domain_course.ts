import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/foundation/duration'
import type Domain from './domain.js'
import { outcomeOf, type Findings } from './domain_findings.js'

/** How long the records of a domain may be gone before it leads nowhere. Its owners hear of it at once, and again a day before. */
export const PATIENCE_MS = 72 * HOUR_MS
const WARNED_BEFORE_MS = DAY_MS

/** How long a host that was in use is kept for its last tenant: links to it lie in mailboxes. */
export const KEPT_MS = 30 * DAY_MS

/** Nobody waits for the records of an old claim; a person may still have them looked up. */
const CLAIM_WATCHED_MS = 14 * DAY_MS

export type Move = 'verify' | 'fail' | 'warn' | 'suspend' | 'recover' | 'release'

/**
 * Where a look at its records takes a domain; null when it stays as it is.
 *
 * A domain fails, and is suspended, only by clear answers that its records are gone: who cannot be asked, or is not of one mind with
 * others, changes nothing.
 */
export function moveOf(domain: Domain, findings: Findings, now: Date): Move | null {
  const outcome = outcomeOf(findings)
  switch (domain.status) {
    case 'pending':
      return outcome === 'right' ? 'verify' : null
    case 'active':
      return outcome === 'gone' ? 'fail' : null
    case 'failing':
      return outcome === 'right' ? 'recover' : outcome === 'gone' ? nextStep(domain, now) : null
    case 'suspended':
      if (outcome === 'right') return 'recover'
      return hasPassed(domain.keptUntil, 0, now) ? 'release' : null
    case 'released':
      return null
  }
}

function nextStep({ failingSince, warnedAt }: Domain, now: Date): Move | null {
  if (warnedAt === null)
    return hasPassed(failingSince, PATIENCE_MS - WARNED_BEFORE_MS, now) ? 'warn' : null
  const isOver =
    hasPassed(failingSince, PATIENCE_MS, now) && hasPassed(warnedAt, WARNED_BEFORE_MS, now)
  return isOver ? 'suspend' : null
}

function hasPassed(since: Date | null, ms: number, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() >= ms
}

/** How long until the next look; null when nobody looks any more. */
export function pauseAfter(domain: Domain, findings: Findings, now: Date): number | null {
  switch (domain.status) {
    case 'pending':
      return pauseOfClaim(now.getTime() - domain.createdAt.getTime())
    case 'active':
      // spread over the day, so that a thousand claims of one morning are not looked up in one second
      return outcomeOf(findings) === 'right' ? DAY_MS * (0.9 + Math.random() * 0.1) : HOUR_MS
    case 'failing':
      return HOUR_MS
    case 'suspended':
      return DAY_MS
    case 'released':
      return null
  }
}

function pauseOfClaim(ageMs: number): number | null {
  if (ageMs < HOUR_MS) return 2 * MINUTE_MS
  if (ageMs < DAY_MS) return 30 * MINUTE_MS
  return ageMs < CLAIM_WATCHED_MS ? 6 * HOUR_MS : null
}
