import { getDomain } from 'tldts'
import { displayHost } from '#app/tenants/domains/display_host'
import type Domain from '#app/tenants/domains/domain'
import type { RecordFinding, WantedRecord } from '#app/tenants/domains/domain_findings'

type Named = Pick<Domain, 'host' | 'kind'>

/** What somebody should do about a record, in a sentence or two; null where all is well. */
export function adviceOn(finding: RecordFinding, domain: Named): string | null {
  switch (finding.verdict) {
    case 'found':
      return null
    case 'spreading':
      return 'Some name servers know this record and others do not. A change takes a while to reach all of them: nothing is to be done but wait.'
    case 'unclear':
      return 'Too few name servers have answered. That says nothing of your record; we ask again by ourselves.'
    case 'missing':
      return `${adviceOnMissing(finding, domain)} A new record is often seen within minutes, and at the latest when the old answer’s time to live has passed.`
    case 'wrong':
      return finding.about === 'proof'
        ? 'Text records are there, and none has this value. Add this one beside them, without quotation marks.'
        : adviceOnWrongWay(finding)
  }
}

function adviceOnMissing({ about }: WantedRecord, { host, kind }: Named): string {
  const zone = displayZone(host)
  if (about === 'proof') return `Add this record where the DNS of ${zone} is managed.`
  if (kind === 'base')
    return `Add this record where the DNS of ${zone} is managed. The star stands for every name.`
  if (host !== zoneOf(host)) return `Add this record where the DNS of ${zone} is managed.`
  return `The top of a domain can have no CNAME with most providers: use a record of the kind ALIAS, ANAME or “flattened CNAME” to the same target, or choose a name below it, such as sign.${host}.`
}

function adviceOnWrongWay({ answers }: RecordFinding): string {
  const leadsToAddress = answers.some(({ found }) => found.some((one) => /^[\d.]+$|:/.test(one)))
  return leadsToAddress
    ? 'The name has addresses of its own. Remove them, and switch off any proxy of your DNS provider for this name, so that the CNAME alone is left.'
    : 'The name leads elsewhere. Replace its record with this one.'
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
