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
    text: 'Receivers find here the key that your mails are signed with. Without it nothing is sent from your domain.',
  },
  standby: {
    title: 'Second signing key',
    text: 'It stands by, so that the first one can be replaced at any time without a pause.',
  },
  return: {
    title: 'Return path',
    text: 'Mails that cannot be delivered come back here, and we tell you. It also makes SPF pass in your domain’s name.',
  },
  policy: {
    title: 'Policy',
    text: 'Tells receivers what to do with mails in your name that nobody has signed. This one only watches; make it stricter once you know who else sends for you.',
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
      return 'Some name servers know this record and others do not. A change takes a while to reach all of them: nothing is to be done but wait.'
    case 'unclear':
      return 'Too few name servers have answered. That says nothing of your record; we ask again by ourselves.'
    case 'missing':
      return 'Nothing is there yet. A new record is often seen within minutes, and at the latest when the old answer’s time to live has passed.'
    case 'wrong':
      return type === 'TXT'
        ? 'A text record is there with another value. Replace it with this one, in one piece and without quotation marks; some providers cut long values.'
        : 'The name leads elsewhere. Replace its record with this one, and switch off any proxy of your DNS provider for it.'
  }
}
