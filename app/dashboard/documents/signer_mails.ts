import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import type { MailKind, MailStatus } from '#app/notifications/mail'
import { mailsOfSigners, type SignerMail } from '#app/notifications/mails_of_signers'

/** What became of one mail. */
export interface MailLine {
  text: string
  tone: 'neutral' | 'success' | 'warning' | 'danger'
  mark: string
  at: Date
}

const NAMES: Partial<Record<MailKind, string>> = {
  invitation: 'Invitation',
  reminder: 'Reminder',
  completed: 'Completion notice',
  code: 'Code by email',
  sms: 'Code by SMS',
}

const OUTCOMES: Record<MailStatus, Omit<MailLine, 'at'>> = {
  queued: { text: 'is waiting to be sent', tone: 'neutral', mark: 'clock' },
  sent: { text: 'was accepted by the mail server', tone: 'success', mark: 'mail-check' },
  failed: { text: 'bounced', tone: 'danger', mark: 'mail-warning' },
  withdrawn: { text: 'was not needed any more', tone: 'neutral', mark: 'mail' },
  mailbox: { text: 'is in the test mailbox', tone: 'success', mark: 'mail-check' },
}

const SMS: Partial<Record<MailStatus, Partial<MailLine>>> = {
  sent: { text: 'was accepted by the SMS provider' },
  failed: { text: 'was refused by the SMS provider' },
}

/** Newest first. */
export function mailLines(document: Document, signer: Signer): MailLine[] {
  const mails = mailsOfSigners(document).filter(({ signerId }) => signerId === signer.id)
  return mails.map((mail) => line(mail, signer))
}

function line({ kind, status, error, recipient, at }: SignerMail, signer: Signer): MailLine {
  const { text, tone, mark } = { ...OUTCOMES[status], ...(kind === 'sms' && SMS[status]) }
  const own = (kind === 'sms' && signer.phone) || signer.email
  const isElsewhere = recipient.toLowerCase() !== own.toLowerCase()
  const to = isElsewhere && signer.email ? ` to ${recipient}` : ''
  const isDelayed = status === 'queued' && error !== null
  const by = kind === 'sms' ? 'SMS provider' : 'mail server'
  const what = isDelayed ? `was put off by the ${by} and is tried again` : text
  const answer = error === null || status === 'sent' ? '' : ` (${answerOf(error)})`
  return {
    text: `${NAMES[kind] ?? 'Notice'}${to} ${what}${answer}`,
    tone: isDelayed ? 'warning' : tone,
    mark,
    at: new Date(at),
  }
}

function answerOf(error: string): string {
  return error === 'suppressed' ? 'the address has refused mail before' : error
}
