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

const WORDS: Record<SenderRecord['about'], { title: string; text: string }> = {
  signing: {
    title: 'Signing key',
    text: 'Receivers use this key to verify your emails. Without it, nothing is sent from your domain.',
  },
  standby: {
    title: 'Second signing key',
    text: 'A standby key, so that you can replace the first one at any time without interruption.',
  },
  return: {
    title: 'Return path',
    text: 'Undeliverable emails bounce to us, and we notify you. It also makes SPF pass for your domain.',
  },
  policy: {
    title: 'Policy',
    text: 'Tells receivers what to do with unsigned emails in your name. This policy only monitors; make it stricter once you know who else sends for you.',
  },
}

/** The records of the domain, each with what was found and what to do. */
export function recordViews(sender: Sender) {
  const { domain, findings } = sender
  if (!domain) return []
  const records = senderRecords(sender).map((record) => {
    const finding = findings?.records.find(
      ({ about, name, value }) =>
        about === record.about && name === record.name && value === record.value
    )
    return shown(record, finding)
  })
  const needsPolicy = findings !== null && findings.policy === null
  return needsPolicy ? [...records, { ...shown(policyAdvice(domain)), isAdvice: true }] : records
}

function shown(record: SenderRecord, finding?: SenderFinding) {
  return {
    ...record,
    ...WORDS[record.about],
    shortName: nameInZone(record.name),
    zone: zoneOf(record.name),
    verdict: finding?.verdict ?? 'waiting',
    advice: finding ? adviceOn(finding) : null,
    answers: finding?.answers ?? [],
    isAdvice: false,
  }
}

function adviceOn({ verdict, type }: SenderFinding): string | null {
  switch (verdict) {
    case 'found':
      return null
    case 'spreading':
      return 'Some name servers have this record and others do not yet. Just wait: a change takes a while to reach all of them.'
    case 'unclear':
      return 'Too few name servers have answered. This says nothing about your record; we will check again automatically.'
    case 'missing':
      return 'There is no record yet. A new record often appears within minutes, and at the latest when the old answer’s time to live has passed.'
    case 'wrong':
      return type === 'TXT'
        ? 'There is a TXT record with another value. Replace it with this one, in one piece and without quotation marks; some providers cut long values off.'
        : 'The name points elsewhere. Replace its record with this one, and turn off any DNS proxy for it.'
  }
}
