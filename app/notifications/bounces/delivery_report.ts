import { simpleParser } from 'mailparser'

/** That a mail was not delivered, and will not be. */
export interface Failure {
  /** `550 5.1.1`, or only `5.1.1`. */
  code: string
}

/** No document of signers, no matter how it is quoted, makes a report larger. */
export const MAX_REPORT_BYTES = 1024 * 1024

const REPORT = 'message/delivery-status'
const STATUS = /^([245]\.\d{1,3}\.\d{1,3})\b/
const DIAGNOSIS = /^smtp;\s*(\d{3})[ -]/i

/**
 * Reads a report of a mail server about a mail it could not deliver (RFC 3464). Null for what is none: a delay, a delivery, a holiday
 * notice, a person who writes. Of what it says only codes are kept.
 */
export async function failureIn(message: Buffer): Promise<Failure | null> {
  const { attachments } = await simpleParser(message, {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  })
  const report = attachments.find(({ contentType }) => contentType === REPORT)
  if (!report) return null
  const recipients = blocksOf(report.content.toString('utf8')).filter((one) => one.has('action'))
  const failed = recipients.find((one) => one.get('action')?.toLowerCase() === 'failed')
  return failed ? { code: codeOf(failed) } : null
}

type Fields = ReadonlyMap<string, string>

/** Groups of fields with an empty line between: first of the report, then of each recipient. A line that begins with a space goes on. */
function blocksOf(text: string): Fields[] {
  const unfolded = text.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ')
  return unfolded.split(/\n{2,}/).map(fieldsOf)
}

function fieldsOf(block: string): Fields {
  const fields = block.split('\n').map((line): [string, string] => {
    const [name, ...value] = line.split(':')
    return [name.trim().toLowerCase(), value.join(':').trim()]
  })
  return new Map(fields)
}

function codeOf(recipient: Fields): string {
  const [, status] = STATUS.exec(recipient.get('status') ?? '') ?? []
  const [, reply] = DIAGNOSIS.exec(recipient.get('diagnostic-code') ?? '') ?? []
  return [reply, status ?? '5.0.0'].filter(Boolean).join(' ')
}
