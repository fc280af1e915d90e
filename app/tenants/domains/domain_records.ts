import { domainToASCII } from 'node:url'
import type Domain from './domain.js'
import type { WantedRecord } from './domain_findings.js'

/** Names nobody: the tenant's own customers may look it up. */
const CHALLENGE = '_domain-challenge'

type Claimed = Pick<Domain, 'host' | 'kind' | 'challenge'>

/** What the owner of a domain writes into its DNS. */
export function recordsOf({ host, kind, challenge }: Claimed, target: string): WantedRecord[] {
  const name = kind === 'base' ? `*.${host}` : host
  return [
    { about: 'proof', type: 'TXT', name: `${CHALLENGE}.${host}`, value: challenge },
    { about: 'address', type: 'CNAME', name, value: domainToASCII(target) },
  ]
}
