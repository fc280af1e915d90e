import { bounceDomain } from './configuration.js'
import type Sender from './sender.js'
import type { SenderRecord } from './sender_findings.js'

/** Names nobody: it stands in the headers of every mail. */
const RETURN_LABEL = 'bounce'

export function returnHost(domain: string): string {
  return `${RETURN_LABEL}.${domain}`
}

/** What the owner of the domain writes into its DNS. */
export function senderRecords({ domain, activeKey, standbyKey }: Sender): SenderRecord[] {
  if (!domain) return []
  const records: SenderRecord[] = []
  if (activeKey) records.push(keyRecord('signing', activeKey))
  if (standbyKey) records.push(keyRecord('standby', standbyKey))
  const value = bounceDomain.value
  if (value) records.push({ about: 'return', type: 'CNAME', name: returnHost(domain), value })
  return records
}

interface Published {
  recordName: string
  recordValue: string
}

function keyRecord(about: 'signing' | 'standby', key: Published): SenderRecord {
  return { about, type: 'TXT', name: key.recordName, value: key.recordValue }
}

/** Advice for a domain that has no policy yet: it changes nothing but lets the owner see reports. */
export function policyAdvice(domain: string): SenderRecord {
  return { about: 'policy', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' }
}
