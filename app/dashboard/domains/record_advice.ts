import { getDomain } from 'tldts'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { displayHost } from '#app/tenants/domains/display_host'
import type Domain from '#app/tenants/domains/domain'
import type { RecordFinding, WantedRecord } from '#app/tenants/domains/domain_findings'

type Named = Pick<Domain, 'host' | 'kind'>

/** What somebody should do about a record, in a sentence or two; null where all is well. */
export function adviceOn(
  finding: RecordFinding,
  domain: Named,
  { t }: DashboardPhrasebook
): string | null {
  switch (finding.verdict) {
    case 'found':
      return null
    case 'spreading':
      return t('sender.advice_spreading')
    case 'unclear':
      return t('sender.advice_unclear')
    case 'missing':
      return t(missing(finding, domain), { zone: displayZone(domain.host), host: domain.host })
    case 'wrong':
      return t(finding.about === 'proof' ? 'domains.advice_proof' : wrongWay(finding))
  }
}

function missing({ about }: WantedRecord, { host, kind }: Named): DashboardKey {
  if (about === 'proof') return 'domains.advice_add'
  if (kind === 'base') return 'domains.advice_add_base'
  return host === zoneOf(host) ? 'domains.advice_top' : 'domains.advice_add'
}

function wrongWay({ answers }: RecordFinding): DashboardKey {
  const leadsToAddress = answers.some(({ found }) => found.some((one) => /^[\d.]+$|:/.test(one)))
  return leadsToAddress ? 'domains.advice_addresses' : 'domains.advice_elsewhere'
}

/** As many providers want it: the name without the zone that it is in. */
export function nameInZone(name: string): string {
  const zone = zoneOf(name.replace(/^(?:\*|_[^.]+)\./, ''))
  if (name === zone) return '@'
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name
}

/** The zone of a host, as its owner writes it. */
export function displayZone(host: string): string {
  return displayHost(zoneOf(host)).text
}

export function zoneOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}
