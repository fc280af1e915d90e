import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/foundation/duration'
import type Sender from './sender.js'
import { verdictAbout, type SenderFindings } from './sender_findings.js'

/** How long after a claim its owner is likely to be at it still. */
const FRESH_MS = DAY_MS

export type DomainStatus = NonNullable<Sender['domainStatus']>

/** What a look at the records makes of a domain. Only a clear answer moves it: an outage of name servers is none. */
export function statusAfter(status: DomainStatus, findings: SenderFindings): DomainStatus {
  const verdict = verdictAbout(findings, 'signing')
  if (verdict === 'found') return 'verified'
  const isGone = verdict === 'missing' || verdict === 'wrong'
  return isGone && status === 'verified' ? 'failing' : status
}

/** When to look again. */
export function pauseMs({ domainStatus, domainSince }: Sender, now: Date): number {
  if (domainStatus === 'verified') return DAY_MS
  if (domainStatus === 'failing') return HOUR_MS
  const ageMs = now.getTime() - (domainSince?.getTime() ?? 0)
  return ageMs < FRESH_MS ? 10 * MINUTE_MS : DAY_MS
}
