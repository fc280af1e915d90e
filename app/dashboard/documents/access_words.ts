import type { ReadEntry } from '#app/audit/audit_trail'

type Entry = Pick<ReadEntry, 'body' | 'personal'>

const CODES: Record<string, string> = {
  code: 'the access code',
  email_code: 'the code that was sent by email',
  sms_code: 'the code that was sent by SMS',
}

/** What the trail says of codes, after the name of the person who did it. */
export function codeSent({ body, personal }: Entry): string {
  return `asked for a code, which was sent ${wayOf(body.details.method)}${place(personal)}`
}

export function codeNotSent({ body, personal }: Entry): string {
  const { method, code } = body.details
  return `could not send a code ${wayOf(method)}${place(personal)} (${String(code)})`
}

export function codeEntered({ body }: Entry): string {
  return `entered ${CODES[String(body.details.method)] ?? CODES.code}`
}

function wayOf(method: unknown): string {
  return method === 'sms_code' ? 'by SMS' : 'by email'
}

function place({ to }: Entry['personal']): string {
  return to ? ` to ${to}` : ''
}
