import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type EmailDomain from '#app/single_sign_on/domains/email_domain'
import { PATIENCE_MS } from '#app/tenants/domains/domain_course'
import { displayHost } from '#app/tenants/domains/display_host'
import { adviceOn, nameInZone, zoneOf } from '../../domains/record_advice.js'

/** A domain of addresses as its page shows it, with the record that proves it. */
export function domainView(domain: EmailDomain, phrases: DashboardPhrasebook) {
  const { id, status, isTaken, isVouchedFor, letsOwnersIn, failingSince, provedAt, checkedAt } =
    domain
  return {
    ...{ id, status, isTaken, isVouchedFor, letsOwnersIn, failingSince, provedAt, checkedAt },
    name: displayHost(domain.domain).text,
    lapsesAt: failingSince && new Date(failingSince.getTime() + PATIENCE_MS),
    record: shownRecord(domain, phrases),
  }
}

function shownRecord({ id, domain, record, findings }: EmailDomain, phrases: DashboardPhrasebook) {
  const { t } = phrases
  const named = { host: domain, kind: 'host' as const }
  return {
    ...record,
    about: id,
    title: t('single_sign_on.record'),
    text: t('single_sign_on.record_text'),
    shortName: nameInZone(record.name),
    zone: zoneOf(domain),
    verdict: findings?.verdict ?? 'waiting',
    advice: findings && adviceOn(findings, named, phrases),
    answers: findings?.answers ?? [],
    isAdvice: false,
  }
}
