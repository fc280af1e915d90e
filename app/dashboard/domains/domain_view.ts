import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type Domain from '#app/tenants/domains/domain'
import { PATIENCE_MS } from '#app/tenants/domains/domain_course'
import type { WantedRecord } from '#app/tenants/domains/domain_findings'
import { recordsOf } from '#app/tenants/domains/domain_records'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { displayHost } from '#app/tenants/domains/display_host'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import { purposeNames } from './purpose_words.js'
import { adviceOn, nameInZone, displayZone } from './record_advice.js'

/** A domain as a line of the list. */
export function listedDomain(
  domain: Domain,
  entitlements: TenantEntitlements,
  phrases: DashboardPhrasebook
) {
  const { id, host, kind, status, purposes, createdAt } = domain
  return {
    ...{ id, kind, status, createdAt },
    host: displayHost(host),
    purposes:
      kind === 'base' ? phrases.t('domains.tenants_hosts') : purposeNames(purposes, phrases),
    links: purposeNames(linkedPurposes(host, entitlements), phrases),
  }
}

/** A domain with all that its owner may want to know. */
export function domainView(
  domain: Domain,
  target: string,
  entitlements: TenantEntitlements,
  phrases: DashboardPhrasebook
) {
  const { host, kind, findings, failingSince, keptUntil, verifiedAt, checkedAt, purposes } = domain
  return {
    ...listedDomain(domain, entitlements, phrases),
    ...{ keptUntil, verifiedAt, checkedAt, failingSince },
    suspendedFrom: failingSince && new Date(failingSince.getTime() + PATIENCE_MS),
    zone: displayZone(host),
    isTaken: findings?.isTaken ?? false,
    isPolled: domain.status === 'pending' || domain.status === 'failing',
    url:
      kind === 'host' && purposes.includes('app') && domain.isServed ? publicUrl(host, '/') : null,
    records: recordsOf(domain, target).map((record) => recordView(record, domain, phrases)),
  }
}

function recordView(record: WantedRecord, domain: Domain, phrases: DashboardPhrasebook) {
  const finding = domain.findings?.records.find(({ about }) => about === record.about)
  return {
    ...record,
    shortName: nameInZone(record.name),
    verdict: finding?.verdict ?? 'waiting',
    advice: finding ? adviceOn(finding, domain, phrases) : null,
    answers: finding?.answers ?? [],
  }
}

function linkedPurposes(of: string, { host, signingHost, apiHost }: TenantEntitlements) {
  const led = { app: host, signing: signingHost, api: apiHost } as const
  return (['app', 'signing', 'api'] as const).filter((purpose) => led[purpose] === of)
}
