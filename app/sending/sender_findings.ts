import type { ServerAnswer, Verdict } from '#app/tenants/domains/domain_findings'

/** What a record is for. Without `signing` nothing is sent from the domain; the others are advice. */
export type SenderRecordRole = 'signing' | 'standby' | 'return' | 'policy'

export interface SenderRecord {
  about: SenderRecordRole
  type: 'TXT' | 'CNAME'
  name: string
  value: string
}

export interface SenderFinding extends SenderRecord {
  verdict: Verdict
  answers: ServerAnswer[]
}

/** What a look at the records of a sender's domain has found. */
export interface SenderFindings {
  records: SenderFinding[]
  /** What receivers are told to do with mails that are not signed (RFC 7489); null where nothing is said. */
  policy: 'none' | 'quarantine' | 'reject' | null
}

export function verdictAbout(
  findings: SenderFindings | null,
  about: SenderRecordRole
): Verdict | null {
  return findings?.records.find((record) => record.about === about)?.verdict ?? null
}
