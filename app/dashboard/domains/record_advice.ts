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
      return 'Some name servers have this record and others do not yet. Just wait: a change takes a while to reach all of them.'
    case 'unclear':
      return 'Too few name servers have answered. This says nothing about your record; we will check again automatically.'
    case 'missing':
      return `${adviceOnMissing(finding, domain)} A new record often appears within minutes, and at the latest when the old answer’s time to live has passed.`
    case 'wrong':
      return finding.about === 'proof'
        ? 'There are TXT records, but none has this value. Add this one as well, without quotation marks.'
        : adviceOnWrongWay(finding)
  }
}

function adviceOnMissing({ about }: WantedRecord, { host, kind }: Named): string {
  const zone = displayZone(host)
  if (about === 'proof') return `Add this record at the DNS provider of ${zone}.`
  if (kind === 'base')
    return `Add this record at the DNS provider of ${zone}. The asterisk stands for every name.`
  if (host !== zoneOf(host)) return `Add this record at the DNS provider of ${zone}.`
  return `Most providers allow no CNAME at the top of a domain. Use an ALIAS, ANAME or “flattened CNAME” record with the same target, or choose a name below it, such as sign.${host}.`
}

function adviceOnWrongWay({ answers }: RecordFinding): string {
  const leadsToAddress = answers.some(({ found }) => found.some((one) => /^[\d.]+$|:/.test(one)))
  return leadsToAddress
    ? 'The name has its own address records. Remove them, and turn off any DNS proxy for this name, so that only the CNAME is left.'
    : 'The name points elsewhere. Replace its record with this one.'
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
