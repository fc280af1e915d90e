import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type Sender from '#app/sending/sender'
import { policyAdvice, senderRecords } from '#app/sending/sender_records'
import type { SenderFinding, SenderRecord } from '#app/sending/sender_findings'
import { nameInZone, zoneOf } from '../domains/record_advice.js'

/** How a sender stands, as its page shows it. */
export function senderView(sender: Sender, mayHaveOwn: boolean) {
  const { way, domain, domainAddress, domainStatus, domainSince, checkedAt } = sender
  const { serverAddress, serverHost, serverPort, serverFailingSince, serverError } = sender
  return {
    way,
    effective: effectiveWay(sender, mayHaveOwn),
    domain: domain && { domain, address: domainAddress, status: domainStatus, since: domainSince },
    checkedAt,
    server: serverHost && {
      address: serverAddress,
      place: `${serverHost}:${serverPort}`,
      failingSince: serverFailingSince,
      error: serverError,
    },
  }
}

/** What really sends at this moment. */
function effectiveWay(sender: Sender, mayHaveOwn: boolean): Sender['way'] {
  if (!mayHaveOwn) return 'platform'
  if (sender.way === 'domain' && !sender.isDomainUsable) return 'platform'
  return sender.way
}

const WORDS = {
  signing: { title: 'sender.signing', text: 'sender.signing_text' },
  standby: { title: 'sender.standby', text: 'sender.standby_text' },
  return: { title: 'sender.return', text: 'sender.return_text' },
  policy: { title: 'sender.policy', text: 'sender.advised_policy_text' },
} as const satisfies Record<SenderRecord['about'], Record<'title' | 'text', DashboardKey>>

/** The records of the domain, each with what was found and what to do. */
export function recordViews(sender: Sender, phrases: DashboardPhrasebook) {
  const { domain, findings } = sender
  if (!domain) return []
  const records = senderRecords(sender).map((record) => {
    const finding = findings?.records.find(
      ({ about, name, value }) =>
        about === record.about && name === record.name && value === record.value
    )
    return shown(record, phrases, finding)
  })
  const needsPolicy = findings !== null && findings.policy === null
  return needsPolicy
    ? [...records, { ...shown(policyAdvice(domain), phrases), isAdvice: true }]
    : records
}

function shown(record: SenderRecord, { t }: DashboardPhrasebook, finding?: SenderFinding) {
  const { title, text } = WORDS[record.about]
  const advice = finding && adviceOn(finding)
  return {
    ...record,
    ...{ title: t(title), text: t(text) },
    shortName: nameInZone(record.name),
    zone: zoneOf(record.name),
    verdict: finding?.verdict ?? 'waiting',
    advice: advice ? t(advice) : null,
    answers: finding?.answers ?? [],
    isAdvice: false,
  }
}

function adviceOn({ verdict, type }: SenderFinding): DashboardKey | null {
  switch (verdict) {
    case 'found':
      return null
    case 'spreading':
      return 'sender.advice_spreading'
    case 'unclear':
      return 'sender.advice_unclear'
    case 'missing':
      return 'sender.advice_missing'
    case 'wrong':
      return type === 'TXT' ? 'sender.advice_wrong_text' : 'sender.advice_wrong_name'
  }
}
